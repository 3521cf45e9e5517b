import { request } from '../../api/request.ts'
import type { Annotation } from '../../blocks/chart/notes.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { type NamedPoints, SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { mapsOf } from '../../lib/columns-of.ts'
import { chainsOf, type ProtocolDetail, type TvlPoint } from './protocol-detail.ts'

const SPLITS = ['total', 'chain', 'token'] as const

export interface TvlView extends SeriesView {
  readonly state: SeriesView['state'] & { readonly by: string }
  set(changes: Partial<TvlView['state']>): void
}

/** Value locked over time with the events of the protocol; tokens are asked when chosen. */
export function ProtocolTvl({
  slug,
  view,
  annotations,
}: {
  slug: string
  view: TvlView
  annotations: readonly Annotation[]
}) {
  const by = SPLITS.find((split) => split === view.state.by) ?? 'total'
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
