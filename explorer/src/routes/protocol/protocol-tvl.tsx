import { useMemo } from 'react'
import { request } from '../../api/request.ts'
import type { Asked } from '../../api/use-answer.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { type NamedPoints, SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { mapsOf } from '../../lib/columns-of.ts'
import { DAY_SEC } from '../../lib/times.ts'
import { chainsOf, type ProtocolDetail, type TvlPoint } from './protocol-detail.ts'

const SPLITS = ['total', 'chain', 'token'] as const

export interface TvlView extends SeriesView {
  readonly state: SeriesView['state'] & { readonly by: string }
  set(changes: Partial<TvlView['state']>): void
}

/** Value locked over time with the events of the protocol; tokens are asked when chosen. */
export function ProtocolTvl({
  slug,
  asked,
  view,
  hacks,
}: {
  slug: string
  asked: Asked<ProtocolDetail>
  view: TvlView
  hacks: readonly { readonly date: number; readonly technique: string | null }[]
}) {
  const by = SPLITS.find((split) => split === view.state.by) ?? 'total'
  const hallmarks = asked.data?.body.hallmarks
  const annotations = useMemo(
    () => [
      ...(hallmarks ?? []).map(([sec, text]) => ({ sec: dayOf(sec), text })),
      ...hacks.map(({ date, technique }) => ({
        sec: dayOf(date),
        text: `Hack: ${technique ?? 'unknown'}`,
      })),
    ],
    [hallmarks, hacks],
  )
  return (
    <SeriesBlock
      key={by}
      title="Value locked"
      {...request('getProtocol', {
        protocol: slug,
        ...(by === 'token' ? { include: 'tokens' } : {}),
      })}
      kind={by === 'total' ? 'line' : 'stack'}
      sign="$"
      modes={by === 'total' ? ['abs', 'log'] : ['abs', 'share']}
      view={view}
      height={292}
      annotations={annotations}
      marksOf={(body) => ({ fact: 'tvl', key: { protocol: body.id, section: 'tvl' } })}
      seriesOf={(body) => tvlSeries(body, by)}
      tools={
        <Segments
          label="Split"
          options={SPLITS}
          names={{ chain: 'by chain', token: 'by token' }}
          value={by}
          onChange={(value) => view.set({ by: value })}
        />
      }
    />
  )
}

function tvlSeries(body: ProtocolDetail, by: (typeof SPLITS)[number]): readonly NamedPoints[] {
  if (by === 'total') return [{ name: 'Value locked', points: pointsOf(body.tvl) }]
  if (by === 'token')
    return mapsOf((body.tokensInUsd ?? []).map(({ date, tokens }) => [date, tokens] as const))
  return chainsOf(body.chainTvls).map(([name, { tvl }]) => ({ name, points: pointsOf(tvl) }))
}

function pointsOf(tvl: readonly TvlPoint[]) {
  return tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD] as const)
}

function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC) * DAY_SEC
}
