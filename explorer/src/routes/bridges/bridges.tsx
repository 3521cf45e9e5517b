import { type BodyOf, request } from '../../api/request.ts'
import type { SeriesView } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { bounds, isWithin } from '../../lib/view-state.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { BridgeFlows } from './bridge-flows.tsx'

const BRIDGES = request('listBridges', { includeChains: true })

type BridgeList = BodyOf<typeof BRIDGES>
type Bridge = BridgeList['bridges'][number]

export const BRIDGE_TABS = [
  { to: '/bridges', name: 'Bridges' },
  { to: '/bridges/day', name: 'One day' },
]
const keys = { ...seriesKeys, volume: bounds() }

const bridges = defineList<BridgeList, Bridge>({
  title: 'Bridges',
  ...BRIDGES,
  rowsOf: (body) => body.bridges,
  keyOf: ({ id }) => String(id),
  hrefOf: ({ id }) => `/bridges/${id}`,
  searchIn: ({ displayName }) => [displayName],
  sort: '-day',
  hasTotals: true,
  watched: { kind: 'bridge', nameOf: ({ displayName }) => displayName },
  fill: 'almanac import bridge_transfers <file>',
  above: () => <PageTabs label="Bridges" tabs={BRIDGE_TABS} />,
  before: (body, view) => <Lead rows={body.bridges} view={viewOf(view, seriesKeys)} />,
  keys,
  fits: ({ last24hVolume }, view) => isWithin(last24hVolume, viewOf(view, keys).state.volume),
  tools: (view) => (
    <BoundsField
      label="24h $M"
      unitSize={1e6}
      value={viewOf(view, keys).state.volume}
      onChange={(volume) => view.set({ volume })}
    />
  ),
  choices: [{ id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains }],
  columns: [
    column('text', 'name', 'Bridge', ({ displayName }) => displayName, { isMain: true }),
    column('names', 'chains', 'Chains', ({ chains }) => chains, {
      show: ({ chains }) => <span title={chains.join(', ')}>{chains.length}</span>,
    }),
    column('usd', 'hour', 'Last hour', ({ lastHourlyVolume }) => lastHourlyVolume, {
      addsUp: true,
    }),
    column('usd', 'day', '24h', ({ last24hVolume }) => last24hVolume, {
      isMain: true,
      addsUp: true,
      source: ({ id }) => ({ operation: 'getBridge', parameters: { id } }),
    }),
    column('usd', 'yesterday', 'Last day', ({ lastDailyVolume }) => lastDailyVolume, {
      addsUp: true,
    }),
    column('change', 'change', 'Day on day', dayOnDay),
    column('usd', 'week', '7d', ({ weeklyVolume }) => weeklyVolume, { isMain: true, addsUp: true }),
    column('usd', 'month', '30d', ({ monthlyVolume }) => monthlyVolume, { addsUp: true }),
  ],
})

export const Bridges = () => <ListPage list={bridges} />

function Lead({ rows, view }: { rows: readonly Bridge[]; view: SeriesView }) {
  return (
    <>
      <FigureStrip
        items={[
          { name: 'Last hour', value: sumOf(rows.map((row) => row.lastHourlyVolume)), sign: '$' },
          { name: '24 hours', value: sumOf(rows.map((row) => row.last24hVolume)), sign: '$' },
          { name: '7 days', value: sumOf(rows.map((row) => row.weeklyVolume)), sign: '$' },
          { name: '30 days', value: sumOf(rows.map((row) => row.monthlyVolume)), sign: '$' },
          { name: 'Bridges', value: rows.length },
        ]}
      />
      <BridgeFlows
        title="All bridges"
        {...request('getBridgeVolume', { chain: 'all' })}
        view={view}
      />
    </>
  )
}

function dayOnDay({ lastDailyVolume, dayBeforeLastVolume }: Bridge): number | null {
  if (lastDailyVolume === null || !dayBeforeLastVolume) return null
  return (lastDailyVolume / dayBeforeLastVolume - 1) * 100
}
