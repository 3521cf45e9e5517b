import { useMemo } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import type { Mode, Range } from '../../blocks/chart/prepare.ts'
import { RANGE_NAMES } from '../../blocks/chart/prepare.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { align, largest, type Value } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'

export const MARKETS = ['tvl', 'stablecoins', 'dexs', 'fees', 'open-interest'] as const
export type Market = (typeof MARKETS)[number]

const NAMES: Record<Market, string> = {
  tvl: 'Value locked',
  stablecoins: 'Stablecoins in circulation',
  dexs: 'DEX volume a day',
  fees: 'Fees a day',
  'open-interest': 'Open interest',
}
const SHORT_NAMES: Record<Market, string> = {
  tvl: 'TVL',
  stablecoins: 'Stablecoins',
  dexs: 'Volume',
  fees: 'Fees',
  'open-interest': 'Open interest',
}
const FLOWS: ReadonlySet<Market> = new Set(['dexs', 'fees'])
const MAX_LAYERS = 8

type Points = readonly (readonly [sec: number, value: Value])[]

export interface MarketView {
  readonly state: {
    readonly fig: Market
    readonly by: 'total' | 'chain'
    readonly range: Range
    readonly mode: Mode
  }
  set(changes: Partial<MarketView['state']>): void
}

/** One figure of the whole market over time, in total or by chain. */
export function MarketChart({ view }: { view: MarketView }) {
  const { fig, by, range, mode } = view.state
  const isSplit = fig === 'tvl' && by === 'chain'
  const asked = useAnswer<unknown>(pathOf(fig), isSplit ? { breakdown: true } : {})
  return (
    <Block title={NAMES[fig]} asked={asked} shape={{ height: 340 }}>
      {(body, { address }) => (
        <>
          <div className="filters">
            <Segments
              label="Figure"
              options={MARKETS}
              names={SHORT_NAMES}
              value={fig}
              onChange={(value) => view.set({ fig: value })}
            />
            {fig === 'tvl' && (
              <Segments
                label="Split"
                options={['total', 'chain']}
                names={{ chain: 'by chain' }}
                value={by}
                onChange={(value) => view.set({ by: value })}
              />
            )}
            <Segments
              label="Range"
              options={RANGE_NAMES}
              value={range}
              onChange={(value) => view.set({ range: value })}
            />
            <Segments
              label="Scale"
              options={isSplit ? ['abs', 'share'] : ['abs', 'log']}
              names={{ abs: 'dollars', share: 'share' }}
              value={mode}
              onChange={(value) => view.set({ mode: value as Mode })}
            />
          </div>
          <SeriesOf body={body} fig={fig} isSplit={isSplit} {...{ mode, range, address }} />
        </>
      )}
    </Block>
  )
}

function SeriesOf({
  body,
  fig,
  isSplit,
  ...rest
}: {
  body: unknown
  fig: Market
  isSplit: boolean
  mode: Mode
  range: Range
  address: string
}) {
  const data = useMemo(() => {
    const aligned = align(named(body, fig, isSplit))
    return { times: aligned.times, series: largest(aligned.series, MAX_LAYERS, 'Others') }
  }, [body, fig, isSplit])
  const kind = isSplit ? 'stack' : FLOWS.has(fig) ? 'bar' : 'line'
  return <TimeChart label={NAMES[fig]} data={data} kind={kind} sign="$" {...rest} />
}

function pathOf(fig: Market): string {
  if (fig === 'tvl') return '/v2/historicalChainTvl'
  if (fig === 'stablecoins') return '/stablecoincharts/all'
  return `/overview/${fig}`
}

function named(body: unknown, fig: Market, isSplit: boolean): { name: string; points: Points }[] {
  if (fig === 'tvl' && isSplit) return byChain(body as ChainPoint[])
  if (fig === 'tvl') {
    const points = (body as TvlPoint[]).map(({ date, tvl }) => [date, tvl] as const)
    return [{ name: NAMES.tvl, points }]
  }
  if (fig === 'stablecoins') {
    const points = (body as StablecoinPoint[]).map(
      ({ date, totalCirculatingUSD }) => [Number(date), sumOf(totalCirculatingUSD)] as const,
    )
    return [{ name: NAMES.stablecoins, points }]
  }
  const { totalDataChart = [] } = body as { totalDataChart?: Points }
  return [{ name: NAMES[fig], points: totalDataChart }]
}

interface TvlPoint {
  readonly date: number
  readonly tvl: number | null
}

interface StablecoinPoint {
  readonly date: string | number
  readonly totalCirculatingUSD: Readonly<Record<string, number | null>>
}

interface ChainPoint {
  readonly date: number
  readonly tvl: Readonly<Record<string, number | null>>
}

function byChain(days: readonly ChainPoint[]): { name: string; points: Points }[] {
  const names = new Set(days.flatMap(({ tvl }) => Object.keys(tvl)))
  return [...names].map((name) => ({
    name,
    points: days.map(({ date, tvl }) => [date, tvl[name] ?? null] as const),
  }))
}
