import { useCallback } from 'react'
import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'

/** What `/api/activeUsers` says of a protocol, by its slug. */
type Activity = Activities[string]

export type Activities = Body<'listActiveUsers'>

interface UserRow extends Activity {
  readonly slug: string
}

/** Who was used by how many in the last day. */
export function UserTable({
  view,
  chain,
}: {
  view: TableView & { readonly state: { readonly q: string }; set(changes: { q: string }): void }
  chain: string | undefined
}) {
  const asked = useOperation('listActiveUsers', {})
  const { q } = view.state
  const rowsOf = useCallback(
    (body: Activities): readonly UserRow[] =>
      Object.entries(body)
        .map(([slug, row]) => ({ slug, ...row }))
        .filter(
          ({ name, chainBreakdown = {} }) =>
            name.toLowerCase().includes(q.trim().toLowerCase()) &&
            (chain === undefined || chain in chainBreakdown),
        ),
    [q, chain],
  )
  return (
    <TableBlock
      title="Protocols"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ slug }) => slug}
      hrefOf={({ slug }) => `/protocols/${encodeURIComponent(slug)}`}
      empty="No protocol fits this."
      filters={<SearchField label="Name" value={q} onChange={(value) => view.set({ q: value })} />}
    />
  )
}

const columns = [
  column<UserRow>('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
  column<UserRow>('count', 'chains', 'Chains', (row) =>
    row.chainBreakdown === undefined ? null : Object.keys(row.chainBreakdown).length,
  ),
  column<UserRow>('count', 'day', 'Users 24h', ({ users }) => users?.value ?? null, {
    isMain: true,
    describe: 'Distinct addresses; those of several protocols do not add up',
  }),
  column<UserRow>('count', 'new', 'New users', ({ newUsers }) => newUsers?.value ?? null, {
    isMain: true,
  }),
  column<UserRow>('count', 'txs', 'Transactions', ({ txs }) => txs?.value ?? null),
  column<UserRow>('usd', 'gas', 'Gas', ({ gasUsd }) => gasUsd?.value ?? null, { unitSize: 1e3 }),
  column<UserRow>('moment', 'end', 'Up to', ({ users }) => users?.end ?? null, { isExtra: true }),
]
