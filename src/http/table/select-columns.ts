import { at } from '../../lib/at.ts'
import type { TableColumn } from './column.ts'
import type { Row } from './read-rows.ts'
import type { Part, Table, WalkStep } from './table.ts'

/** Some columns of a table. */
export interface Selection {
  readonly columns: readonly TableColumn[]
  of(row: Row): Row
}

/** The columns of those members of a row that were requested, and of the names of rows. */
export function selectColumns(table: Table, fields: ReadonlySet<string> | undefined): Selection {
  const { columns } = table
  if (fields === undefined) return { columns, of: (row) => row }
  const unwanted = new Set(
    table.walks.flatMap((walk) =>
      membersOf(walk.at(-1)).flatMap(({ slot, path: [name = ''] }) =>
        fields.has(name) ? [] : slot,
      ),
    ),
  )
  const slots = columns.flatMap((_, slot) => (unwanted.has(slot) ? [] : slot))
  return {
    columns: slots.map((slot) => at(columns, slot)),
    of: (row) => slots.map((slot) => row[slot]),
  }
}

function membersOf(last: WalkStep | undefined): readonly Part[] {
  return last?.do === 'take' ? last.parts : []
}
