import { useMemo } from 'react'
import type { Asked } from '../../api/use-answer.ts'
import { RANGE_NAMES } from '../../blocks/chart/prepare.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import type { SeriesView } from '../../blocks/chart/series-block.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { align, largest } from '../../lib/series.ts'
import { DAY_SEC } from '../../lib/times.ts'
import { chainsOf, type ProtocolDetail, type TvlPoint } from './protocol-detail.ts'

const MAX_LAYERS = 8

export interface TvlView extends SeriesView {
  readonly state: SeriesView['state'] & { readonly by: 'total' | 'chain' }
  set(changes: Partial<TvlView['state']>): void
}

/** Value locked over time with the events that the protocol names. */
export function ProtocolTvl({ asked, view }: { asked: Asked<ProtocolDetail>; view: TvlView }) {
  const { by, range, mode } = view.state
  return (
    <Block title="Value locked" asked={asked} shape={{ height: 360 }}>
      {(body, { address }) => (
        <>
          <div className="filters">
            <Segments
              label="Range"
              options={RANGE_NAMES}
              value={range}
              onChange={(value) => view.set({ range: value })}
            />
            <Segments
              label="Split"
              options={['total', 'chain']}
              names={{ chain: 'by chain' }}
              value={by}
              onChange={(value) => view.set({ by: value })}
            />
            <Segments
              label="Scale"
              options={by === 'chain' ? ['abs', 'share'] : ['abs', 'log']}
              names={{ abs: 'dollars' }}
              value={mode}
              onChange={(value) => view.set({ mode: value })}
            />
          </div>
          <Drawn body={body} view={view} address={address} />
        </>
      )}
    </Block>
  )
}

function Drawn({ body, view, address }: { body: ProtocolDetail; view: TvlView; address: string }) {
  const { by, range, mode } = view.state
  const data = useMemo(() => {
    const named =
      by === 'total'
        ? [{ name: 'Value locked', points: pointsOf(body.tvl) }]
        : chainsOf(body.chainTvls).map(([name, { tvl }]) => ({ name, points: pointsOf(tvl) }))
    const { times, series } = align(named)
    return { times, series: largest(series, MAX_LAYERS, 'Others') }
  }, [body, by])
  const annotations = useMemo(
    () => (body.hallmarks ?? []).map(([sec, text]) => ({ sec: dayOf(sec), text })),
    [body],
  )
  return (
    <TimeChart
      label={`Value locked in ${body.name}`}
      data={data}
      kind={by === 'chain' ? 'stack' : 'line'}
      mode={mode}
      range={range}
      sign="$"
      annotations={annotations}
      address={address}
    />
  )
}

function pointsOf(tvl: readonly TvlPoint[]) {
  return tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD] as const)
}

function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC) * DAY_SEC
}
