import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { column } from '../../blocks/table/column.ts'
import { columnsOf } from '../../lib/columns-of.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useLocalView } from '../../page/use-local-view.ts'

interface OracleMetrics {
  readonly oracles: Readonly<Record<string, readonly string[]>>
  readonly chainsByOracle: Readonly<Record<string, readonly string[]>>
  readonly oraclesTVS: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>
  >
}

interface OracleRow {
  readonly name: string
  readonly protocols: readonly string[]
  readonly chains: readonly string[]
  readonly securedUsd: number | null
}

const oracles = defineList<OracleMetrics, OracleRow>({
  title: 'Oracles',
  path: '/api/v2/metrics/oracle',
  rowsOf: rowsOf,
  keyOf: ({ name }) => name,
  hrefOf: ({ name }) => `/oracles/${encodeURIComponent(name)}`,
  searchIn: ({ name, protocols }) => [name, ...protocols],
  sort: '-secured',
  hasTotals: true,
  fill: 'almanac import oracle_links <file>',
  before: () => <Secured />,
  choices: [{ id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains }],
  columns: [
    column('text', 'name', 'Oracle', ({ name }) => name, { isMain: true }),
    column('usd', 'secured', 'Secured', ({ securedUsd }) => securedUsd, {
      isMain: true,
      addsUp: true,
      describe: 'Value of the protocols that rely on it',
    }),
    column('count', 'protocols', 'Protocols', ({ protocols }) => protocols.length, {
      isMain: true,
    }),
    column('count', 'chains', 'Chains', ({ chains }) => chains.length),
  ],
})

export const Oracles = () => <ListPage list={oracles} />

function rowsOf({ oracles: all, chainsByOracle, oraclesTVS }: OracleMetrics): OracleRow[] {
  return Object.entries(all).map(([name, protocols]) => {
    const secured = Object.values(oraclesTVS[name] ?? {}).map((byChain) => sumOf(byChain))
    return {
      name,
      protocols,
      chains: chainsByOracle[name] ?? [],
      securedUsd: sumOf(secured),
    }
  })
}

function Secured() {
  const view = useLocalView()
  return (
    <SeriesBlock<readonly Record<string, number | null>[]>
      title="Value secured"
      path="/api/v2/chart/oracle/protocol-breakdown"
      kind="stack"
      sign="$"
      modes={['abs', 'share']}
      view={view}
      seriesOf={(points) => columnsOf(points)}
    />
  )
}
