import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface Holder {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly category: string | null
  readonly chains: readonly string[]
  readonly tvl: number | null
  readonly change_1d: number | null
  readonly change_7d: number | null
  readonly mcap: number | null
  readonly tokenBreakdowns: {
    readonly ownTokens: number | null
    readonly stablecoins: number | null
    readonly majors: number | null
    readonly others: number | null
  }
}

const shared = {
  rowsOf: (body: readonly Holder[]) => body,
  keyOf: ({ id }: Holder) => id,
  searchIn: ({ name }: Holder) => [name],
  sort: '-total',
  hasTotals: true,
  choices: [
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }: Holder) => chains },
  ],
  columns: [
    column<Holder>('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column<Holder>('usd', 'total', 'Without own token', ({ tvl }) => tvl, {
      isMain: true,
      addsUp: true,
    }),
    column<Holder>('usd', 'own', 'Own token', (row) => row.tokenBreakdowns.ownTokens),
    column<Holder>('usd', 'stablecoins', 'Stablecoins', (row) => row.tokenBreakdowns.stablecoins),
    column<Holder>('usd', 'majors', 'Majors', (row) => row.tokenBreakdowns.majors),
    column<Holder>('usd', 'others', 'Others', (row) => row.tokenBreakdowns.others),
    column<Holder>('change', 'day', '1d', (row) => row.change_1d),
    column<Holder>('change', 'week', '7d', (row) => row.change_7d, { isMain: true }),
  ],
}

const treasuries = defineList<readonly Holder[], Holder>({
  ...shared,
  title: 'Treasuries',
  path: '/api/treasuries',
  fill: 'almanac import treasury_holdings <file>',
})

const entities = defineList<readonly Holder[], Holder>({
  ...shared,
  title: 'Entities',
  path: '/api/entities',
  fill: 'almanac import treasury_holdings <file>',
})

export const Treasuries = () => <ListPage list={treasuries} />
export const Entities = () => <ListPage list={entities} />
