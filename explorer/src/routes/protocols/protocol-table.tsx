import { useCallback, useMemo } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { NumberButton } from '../../blocks/figure/number-button.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import type { Column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { exact, inUnit } from '../../lib/numbers.ts'

const FIELDS =
  'name,slug,symbol,category,chains,tvl,change_1h,change_1d,change_7d,mcap,parentProtocol'

export interface ProtocolRow {
  readonly name: string
  readonly slug: string
  readonly symbol: string | null
  readonly category: string | null
  readonly chains: readonly string[]
  readonly tvl: number | null
  readonly change_1h: number | null
  readonly change_1d: number | null
  readonly change_7d: number | null
  readonly mcap: number | null
}

export interface ProtocolView extends TableView {
  readonly state: TableView['state'] & {
    readonly q: string
    readonly category: readonly string[]
    readonly chain: readonly string[]
  }
  set(changes: Partial<ProtocolView['state']>): void
}

export const protocolColumns: readonly Column<ProtocolRow>[] = [
  { id: 'name', head: 'Name', kind: 'text', isMain: true, value: (row) => row.name },
  { id: 'category', head: 'Category', kind: 'text', value: (row) => row.category },
  {
    id: 'chains',
    head: 'Chains',
    kind: 'count',
    value: (row) => row.chains.length,
  },
  {
    id: 'tvl',
    head: 'TVL',
    kind: 'usd',
    isMain: true,
    addsUp: true,
    describe: 'Value locked now',
    value: (row) => row.tvl,
    show: (row) => (
      <NumberButton
        name={`value locked in ${row.name}`}
        value={exact(row.tvl, '$')}
        source={{ operation: 'tvl.getCurrentTvl', parameters: { protocol: row.slug } }}
      >
        {inUnit(row.tvl, 1e6, 1)}
      </NumberButton>
    ),
  },
  { id: 'change_1h', head: '1h', kind: 'change', isExtra: true, value: (row) => row.change_1h },
  { id: 'change_1d', head: '1d', kind: 'change', value: (row) => row.change_1d },
  { id: 'change_7d', head: '7d', kind: 'change', isMain: true, value: (row) => row.change_7d },
  { id: 'mcap', head: 'Market cap', kind: 'usd', value: (row) => row.mcap },
  {
    id: 'ratio',
    head: 'Mcap/TVL',
    kind: 'ratio',
    describe: 'Market cap divided by value locked',
    value: (row) => (row.mcap === null || !row.tvl ? null : row.mcap / row.tvl),
  },
  { id: 'symbol', head: 'Symbol', kind: 'text', isExtra: true, value: (row) => row.symbol },
]

/** All protocols, narrowed by name, chain and category. */
export function ProtocolTable({ view }: { view: ProtocolView }) {
  const asked = useAnswer<readonly ProtocolRow[]>('/protocols', { fields: FIELDS })
  const { q, category, chain } = view.state
  const body = asked.data?.body
  const categories = useMemo(
    () => sortedNames((body ?? []).flatMap((row) => row.category ?? [])),
    [body],
  )
  const chains = useMemo(() => sortedNames((body ?? []).flatMap((row) => row.chains)), [body])
  const rowsOf = useCallback(
    (rows: readonly ProtocolRow[]) => {
      const wanted = q.trim().toLowerCase()
      return rows.filter(
        (row) =>
          (wanted === '' ||
            row.name.toLowerCase().includes(wanted) ||
            row.symbol?.toLowerCase() === wanted) &&
          (category.length === 0 || category.includes(row.category ?? '')) &&
          (chain.length === 0 || chain.some((name) => row.chains.includes(name))),
      )
    },
    [q, category, chain],
  )
  return (
    <TableBlock
      title="Protocols"
      asked={asked}
      view={view}
      columns={protocolColumns}
      rowsOf={rowsOf}
      keyOf={(row) => row.slug}
      hrefOf={(row) => `/protocols/${encodeURIComponent(row.slug)}`}
      note={(shown) => `${shown} of ${body?.length ?? 0}`}
      hasTotals
      empty="No protocol fits these filters."
      filters={
        <>
          <SearchField
            label="Name or symbol"
            value={q}
            onChange={(value) => view.set({ q: value })}
          />
          <ChoiceField
            label="Chain"
            all="All chains"
            options={chains}
            value={chain[0] ?? ''}
            onChange={(value) => view.set({ chain: value === '' ? [] : [value] })}
          />
          <ChoiceField
            label="Category"
            all="All categories"
            options={categories}
            value={category[0] ?? ''}
            onChange={(value) => view.set({ category: value === '' ? [] : [value] })}
          />
        </>
      }
    />
  )
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'))
}
