import type { OperationId } from '../../api/operations.ts'
import { type ApiRequest, type Body, request, useRequest } from '../../api/request.ts'
import { Figures, usd } from '../../blocks/figure/figure-strip.tsx'
import { column, EXTRA, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { sumOf } from '../../lib/sums.ts'
import { AppLink } from '../../page/app-link.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

/** A treasury of a protocol, or an entity, and what it holds. */
type Holder = Body<'listTreasuries'>[number] | Body<'listEntities'>[number]

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
    by('chain', 'Chain', 'All chains', ({ chains }: Holder) => chains),
    by('kind', 'Kind', 'All kinds', ({ category }: Holder) => [category]),
  ],
  columns: [
    column('text', 'name', 'Name', 'name', MAIN),
    column<Holder>('usd', 'total', 'Without own token', 'tvl', MAIN_SUM),
    column<Holder>('usd', 'own', 'Own token', (row) => row.tokenBreakdowns.ownTokens, SUM),
    column<Holder>(
      'usd',
      'stablecoins',
      'Stablecoins',
      (row) => row.tokenBreakdowns.stablecoins,
      SUM,
    ),
    column<Holder>('usd', 'majors', 'Majors', (row) => row.tokenBreakdowns.majors, SUM),
    column<Holder>('usd', 'others', 'Others', (row) => row.tokenBreakdowns.others, SUM),
    column<Holder>('change', 'day', '1d', 'change_1d'),
    column<Holder>('change', 'week', '7d', 'change_7d', MAIN),
    column<Holder>('names', 'chains', 'Chains', 'chains', EXTRA),
    column<Holder>('usd', 'mcap', 'Market cap', 'mcap', EXTRA),
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

const SUMS: readonly (readonly [name: string, read: (row: Holder) => number | null])[] = [
  ['Without own tokens', ({ tvl }) => tvl],
  ['Stablecoins', ({ tokenBreakdowns }) => tokenBreakdowns.stablecoins],
  ['Majors', ({ tokenBreakdowns }) => tokenBreakdowns.majors],
  ['Others', ({ tokenBreakdowns }) => tokenBreakdowns.others],
  ['Own tokens', ({ tokenBreakdowns }) => tokenBreakdowns.ownTokens],
]

/** What all of a list hold, added up. */
function HoldingFigures(props: { list: ApiRequest<readonly Holder[]>; operation: OperationId }) {
  const { list, operation } = props
  const asked = useRequest(list)
  const holders = asked.data?.body ?? []
  return (
    <Figures
      asked={asked}
      of={[operation]}
      items={SUMS.map(([name, read]) => usd(name, sumOf(holders.map(read))))}
    />
  )
}
