import { useState } from 'react'
import type { TableView } from '../blocks/table/table-block.tsx'
import { sorting } from '../lib/view-state.ts'

/** Order and columns of a second table on a page whose first one fills the address. */
export function useTableView(sort: string): TableView {
  const [state, setState] = useState<TableView['state']>({
    sort: sorting(sort).byDefault,
    cols: [],
  })
  return { state, set: (changes) => setState((before) => ({ ...before, ...changes })) }
}
