import { column } from '../../blocks/table/column.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { SupplyChart } from './supply-chart.tsx'

type Pegged = Readonly<Record<string, number | null>>

interface Stablecoin {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly pegType: string
  readonly pegMechanism: string
  readonly circulating: Pegged
  readonly circulatingPrevDay: Pegged
  readonly circulatingPrevWeek: Pegged
  readonly circulatingPrevMonth: Pegged
  readonly chains: readonly string[]
  readonly price: number | null
  readonly carried?: boolean
  readonly lastReport?: number | null
}

const stablecoins = defineList<{ peggedAssets: readonly Stablecoin[] }, Stablecoin>({
  title: 'Stablecoins',
  path: '/stablecoins',
  query: { includePrices: true },
  rowsOf: ({ peggedAssets }) => peggedAssets,
  keyOf: ({ id }) => id,
  hrefOf: ({ id }) => `/stablecoins/${encodeURIComponent(id)}`,
  searchIn: ({ name, symbol }) => [name, symbol],
  sort: '-supply',
  hasTotals: true,
  watched: { kind: 'stablecoin', nameOf: ({ name }) => name },
  fill: 'almanac import stablecoin_supply <file>',
  before: () => <SupplyChart path="/stablecoincharts/all" />,
  choices: [
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains },
    { id: 'peg', name: 'Peg', all: 'All pegs', namesOf: ({ pegType }) => [pegType] },
    {
      id: 'mechanism',
      name: 'Mechanism',
      all: 'All mechanisms',
      namesOf: ({ pegMechanism }) => [pegMechanism],
    },
  ],
  columns: [
    column('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column('text', 'symbol', 'Symbol', ({ symbol }) => symbol),
    column('text', 'mechanism', 'Mechanism', ({ pegMechanism }) => pegMechanism),
    column('price', 'price', 'Price', ({ price }) => price, { isMain: true }),
    column('count', 'deviation', 'Off peg bp', offPeg, {
      describe: 'Hundredths of a percent away from one dollar; only for dollars',
    }),
    column('amount', 'supply', 'Supply', ({ circulating }) => sumOf(circulating), {
      isMain: true,
      addsUp: true,
      describe: 'In the currency of the peg, millions',
    }),
    column('change', 'day', '1d', (row) => since(row.circulating, row.circulatingPrevDay)),
    column('change', 'week', '7d', (row) => since(row.circulating, row.circulatingPrevWeek)),
    column('change', 'month', '30d', (row) => since(row.circulating, row.circulatingPrevMonth)),
    column('count', 'chains', 'Chains', ({ chains }) => chains.length),
    column('moment', 'report', 'Last report', ({ lastReport }) => toSec(lastReport), {
      isExtra: true,
    }),
    column('flag', 'carried', 'Carried', ({ carried }) => carried, { isExtra: true }),
  ],
})

export const Stablecoins = () => <ListPage list={stablecoins} />

function since(now: Pegged, before: Pegged): number | null {
  const value = sumOf(now)
  const earlier = sumOf(before)
  return value === null || earlier === null || earlier === 0 ? null : (value / earlier - 1) * 100
}

function offPeg({ price, pegType }: Stablecoin): number | null {
  return price === null || pegType !== 'peggedUSD' ? null : Math.round((price - 1) * 10_000)
}
