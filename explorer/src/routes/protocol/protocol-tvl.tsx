import { useMemo } from 'react'
import type { Asked } from '../../api/use-answer.ts'
import { RangeField } from '../../blocks/chart/range-field.tsx'
import { Segments } from '../../blocks/chart/segments.tsx'
import type { SeriesView } from '../../blocks/chart/series-block.tsx'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { align } from '../../lib/series.ts'
import { DAY_SEC } from '../../lib/times.ts'
import { chainsOf, type ProtocolDetail, type TvlPoint } from './protocol-detail.ts'

const MAX_LAYERS = 8

export interface TvlView extends SeriesView {
  readonly state: SeriesView['state'] & { readonly by: 'total' | 'chain' }
  set(changes: Partial<TvlView['state']>): void
}

/** Value locked over time with the events that the protocol names. */
export function ProtocolTvl({ asked, view }: { asked: Asked<ProtocolDetail>; view: TvlView }) {
  const { by, mode } = view.state
  return (
    <Block title="Value locked" asked={asked} shape={{ height: 360 }}>
      {(body, { address, isDemo }) => (
        <>
          <div className="filters">
            <RangeField view={view} />
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
          <Drawn {...{ body, view, address, isDemo }} />
        </>
      )}
    </Block>
  )
}

function Drawn({
  body,
  view,
  ...rest
}: {
  body: ProtocolDetail
  view: TvlView
  address: string
  isDemo: boolean
}) {
  const { by } = view.state
  const data = useMemo(() => align(seriesOf(body, by)), [body, by])
  const annotations = useMemo(
    () => (body.hallmarks ?? []).map(([sec, text]) => ({ sec: dayOf(sec), text })),
    [body],
  )
  return (
    <TimeChart
      label={`Value locked in ${body.name}`}
      data={data}
      kind={by === 'chain' ? 'stack' : 'line'}
      view={view}
      maxSeries={MAX_LAYERS}
      sign="$"
      annotations={annotations}
      marksOf={{ fact: 'tvl', key: { protocol: body.id, section: 'tvl' } }}
      seriesOf={(other: ProtocolDetail) => seriesOf(other, by)}
      {...rest}
    />
  )
}

function seriesOf(body: ProtocolDetail, by: TvlView['state']['by']) {
  if (by === 'total') return [{ name: 'Value locked', points: pointsOf(body.tvl) }]
  return chainsOf(body.chainTvls).map(([name, { tvl }]) => ({ name, points: pointsOf(tvl) }))
}

function pointsOf(tvl: readonly TvlPoint[]) {
  return tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD] as const)
}

function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC) * DAY_SEC
}
