import type { Filter } from '../../../http/lists/filter.ts'
import { nameFilter } from '../../../http/lists/filter.ts'
import { valueAt } from '../../../http/lists/list-place.ts'

const PREFIX = 'parent#'

/** The children of some parents, by slug or id. */
export const parentFilter: Filter = nameFilter(
  (row) => String(valueAt(row, ['parentProtocol']) ?? '').replace(PREFIX, ''),
  'Only children of these parents, by slug',
  'newmeadow-swap',
)
