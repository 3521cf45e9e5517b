import { type BodyOf, request } from '../../api/request.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { percentChange, sumOf } from '../../lib/sums.ts'
import { chainsColumn } from '../../page/columns.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { PageTabs } from '../../page/page-head.tsx'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { BridgeFlows } from './bridge-flows.tsx'

const BRIDGES = request('listBridges', { includeChains: true })

type BridgeList = BodyOf<typeof BRIDGES>
type Bridge = BridgeList['bridges'][number]

export const BRIDGE_TABS = [
  { to: '/bridges', name: 'Bridges' },
  { to: '/bridges/day', name: 'One day' },
]

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
  keys: seriesKeys,
  limits: [
    { id: 'volume', name: '24h $M', unitSize: 1e6, of: ({ last24hVolume }) => last24hVolume },
  ],
  choices: [by('chain', 'Chain', 'All chains', 'chains')],
  columns: [
    column('text', 'name', 'Bridge', 'displayName', MAIN),
    chainsColumn(),
    column('usd', 'hour', 'Last hour', 'lastHourlyVolume', SUM),
    column('usd', 'day', '24h', 'last24hVolume', {
      isMain: true,
      addsUp: true,
      source: ({ id }) => ({ operation: 'getBridge', parameters: { id } }),
    }),
    column('usd', 'yesterday', 'Last day', 'lastDailyVolume', SUM),
    column('change', 'change', 'Day on day', ({ lastDailyVolume, dayBeforeLastVolume }) =>
      percentChange(lastDailyVolume, dayBeforeLastVolume),
    ),
    column('usd', 'week', '7d', 'weeklyVolume', MAIN_SUM),
    column('usd', 'month', '30d', 'monthlyVolume', SUM),
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
