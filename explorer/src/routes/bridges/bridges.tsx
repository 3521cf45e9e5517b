import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { BridgeFlows } from './bridge-flows.tsx'

interface Bridge {
  readonly id: number
  readonly displayName: string
  readonly chains: readonly string[]
  readonly lastHourlyVolume: number | null
  readonly last24hVolume: number | null
  readonly lastDailyVolume: number | null
  readonly dayBeforeLastVolume: number | null
  readonly weeklyVolume: number | null
  readonly monthlyVolume: number | null
}

const bridges = defineList<{ bridges: readonly Bridge[] }, Bridge>({
  title: 'Bridges',
  path: '/bridges',
  query: { includeChains: true },
  rowsOf: (body) => body.bridges,
  keyOf: ({ id }) => String(id),
  hrefOf: ({ id }) => `/bridges/${id}`,
  searchIn: ({ displayName }) => [displayName],
  sort: '-day',
  hasTotals: true,
  watched: { kind: 'bridge', nameOf: ({ displayName }) => displayName },
  fill: 'almanac import bridge_transfers <file>',
  before: () => <BridgeFlows title="All bridges" path="/bridgevolume/all" />,
  choices: [{ id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains }],
  columns: [
    column('text', 'name', 'Bridge', ({ displayName }) => displayName, { isMain: true }),
    column('count', 'chains', 'Chains', ({ chains }) => chains.length),
    column('usd', 'hour', 'Last hour', ({ lastHourlyVolume }) => lastHourlyVolume),
    column('usd', 'day', '24h', ({ last24hVolume }) => last24hVolume, {
      isMain: true,
      addsUp: true,
    }),
    column('change', 'change', 'Day on day', dayOnDay),
    column('usd', 'week', '7d', ({ weeklyVolume }) => weeklyVolume, { isMain: true, addsUp: true }),
    column('usd', 'month', '30d', ({ monthlyVolume }) => monthlyVolume, { addsUp: true }),
  ],
})

export const Bridges = () => <ListPage list={bridges} />

function dayOnDay({ lastDailyVolume, dayBeforeLastVolume }: Bridge): number | null {
  if (lastDailyVolume === null || !dayBeforeLastVolume) return null
  return (lastDailyVolume / dayBeforeLastVolume - 1) * 100
}
