import { request } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import type { Annotation } from '../../blocks/chart/notes.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { ToggleField } from '../../blocks/filters/fields.tsx'
import { Skeleton } from '../../blocks/states/skeleton.tsx'
import { AWAITED_TABLE } from '../../blocks/table/table-block.tsx'
import { mapsOf } from '../../lib/columns-of.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { choice, type StateOf, type ViewWith } from '../../lib/view-state.ts'
import type { SeriesState } from '../../page/series-keys.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { MetricChart, type MetricView } from '../metrics/metric-chart.tsx'
import { metricOf } from '../metrics/metrics.ts'
import {
  byChain,
  chainsOf,
  chosenPanels,
  type ProtocolDetail,
  switchedPanel,
  type TvlPoint,
} from './protocol-detail.ts'
import type { Recorded } from './protocol-figures.tsx'

const HEIGHT = 150

type PanelView = ViewWith<MetricView['state'] & UserState & { readonly panel: readonly string[] }>

/** Charts of what is recorded of a protocol, on one axis of time: which ones, and their order. */
export function ProtocolPanels(props: {
  slug: string
  asked: QueryResult<ProtocolDetail>
  recorded: Recorded
  view: PanelView
  annotations: readonly Annotation[]
}) {
  const {
    slug,
    asked,
    recorded: { metrics, hasUsers, isPending },
    view,
    annotations,
  } = props
  const id = asked.data?.body.id
  const all = ['tvl', ...metrics, ...(hasUsers ? ['users'] : [])]
  const { panel } = view.state
  const shown = chosenPanels(all, panel)
  // Others may not be known yet, and none may come in before one that is shown.
  const first = panel[0] === undefined || panel[0] === 'tvl' ? ['tvl'] : []
  return (
    <>
      {(isPending ? first : shown).map((name) => {
        if (name === 'tvl') return <ProtocolTvl key={name} {...{ slug, view, annotations }} />
        if (name === 'users')
          return id !== undefined && <ProtocolUsers key={name} id={id} view={view} />
        return (
          <MetricChart
            key={name}
            id={name}
            scope={{ protocol: slug }}
            view={view}
            height={HEIGHT}
            annotations={annotations}
            marksOf={id}
          />
        )
      })}
      {isPending && <Skeleton shape={AWAITED_TABLE} />}
      {!isPending && all.length > 1 && (
        <fieldset className="filters">
          <legend className="for-readers">Panels</legend>
          {all.map((name) => (
            <ToggleField
              key={name}
              value={shown.includes(name)}
              onChange={() => view.set({ panel: switchedPanel(all, panel, name) })}
            >
              {panelName(name)}
            </ToggleField>
          ))}
        </fieldset>
      )}
    </>
  )
}

function panelName(id: string): string {
  if (id === 'tvl') return 'Value locked'
  return id === 'users' ? 'Users' : metricOf(id).name
}

const SPLITS = ['total', 'chain', 'token'] as const

/** Value locked over time with the events of the protocol; tokens are asked when chosen. */
function ProtocolTvl(props: {
  slug: string
  view: MetricView
  annotations: readonly Annotation[]
}) {
  const { slug, view, annotations } = props
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

export const userKeys = {
  users: choice(['activeUsers', 'uniqueActiveUsers', 'dailyTxs', 'gasUsd'], 'activeUsers', {
    label: 'Figure',
    names: {
      activeUsers: 'users by chain',
      uniqueActiveUsers: 'distinct users',
      dailyTxs: 'transactions',
      gasUsd: 'gas',
    },
  }),
}

type UserState = SeriesState & StateOf<typeof userKeys>

/** Who uses a protocol, a day, on each of its chains. */
function ProtocolUsers({ id, view }: { id: string; view: ViewWith<UserState> }) {
  const { users } = view.state
  return (
    <SeriesBlock
      title="Users a day"
      {...request('getUserData', { type: users, protocolId: id })}
      kind="stack"
      sign={users === 'gasUsd' ? '$' : ''}
      modes={['abs', 'share']}
      height={150}
      view={view}
      isOptional
      seriesOf={byChain}
      tools={<ViewSegments view={view} id="users" of={userKeys.users} />}
    />
  )
}
