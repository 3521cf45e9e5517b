import { request } from '../../api/request.ts'
import { column } from '../../blocks/table/column.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import type { Holder } from './holder.ts'
import { HoldingFigures } from './holding-figures.tsx'

const TREASURIES = request('listTreasuries', {})
const ENTITIES = request('listEntities', {})

const shared = {
  rowsOf: (body: readonly Holder[]) => body,
  keyOf: ({ id }: Holder) => id,
  searchIn: ({ name }: Holder) => [name],
  sort: '-total',
  hasTotals: true,
  fill: 'almanac import treasury_holdings <file>',
  choices: [
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }: Holder) => chains },
    { id: 'kind', name: 'Kind', all: 'All kinds', namesOf: ({ category }: Holder) => [category] },
  ],
  columns: [
    column<Holder>('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column<Holder>('usd', 'total', 'Without own token', ({ tvl }) => tvl, {
      isMain: true,
      addsUp: true,
    }),
    column<Holder>('usd', 'own', 'Own token', (row) => row.tokenBreakdowns.ownTokens, {
      addsUp: true,
    }),
    column<Holder>('usd', 'stablecoins', 'Stablecoins', (row) => row.tokenBreakdowns.stablecoins, {
      addsUp: true,
    }),
    column<Holder>('usd', 'majors', 'Majors', (row) => row.tokenBreakdowns.majors, {
      addsUp: true,
    }),
    column<Holder>('usd', 'others', 'Others', (row) => row.tokenBreakdowns.others, {
      addsUp: true,
    }),
    column<Holder>('change', 'day', '1d', (row) => row.change_1d),
    column<Holder>('change', 'week', '7d', (row) => row.change_7d, { isMain: true }),
    column<Holder>('names', 'chains', 'Chains', ({ chains }) => chains, { isExtra: true }),
    column<Holder>('usd', 'mcap', 'Market cap', ({ mcap }) => mcap, { isExtra: true }),
  ],
}

const treasuries = defineList<readonly Holder[], Holder>({
  ...shared,
  title: 'Treasuries',
  note: (
    <>
      Of protocols; see <AppLink to="/entities">funds and other entities</AppLink>
    </>
  ),
  ...TREASURIES,
  above: () => <HoldingFigures list={TREASURIES} operation="listTreasuries" />,
  hrefOf: ({ slug }) => `/protocols/${encodeURIComponent(slug.replace(/-\(treasury\)$/, ''))}`,
})

const entities = defineList<readonly Holder[], Holder>({
  ...shared,
  title: 'Entities',
  note: (
    <>
      Funds and others; see <AppLink to="/treasuries">treasuries of protocols</AppLink>
    </>
  ),
  ...ENTITIES,
  above: () => <HoldingFigures list={ENTITIES} operation="listEntities" />,
})

export const Treasuries = () => <ListPage list={treasuries} />
export const Entities = () => <ListPage list={entities} />
