import { type RefObject, useEffect, useState } from 'react'
import { toTsv } from '../../lib/csv.ts'
import { type Column, exportCell, exportHead } from './column.ts'

export interface Selection {
  readonly keys: ReadonlySet<string>
  toggle(key: string): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

/** Rows that were chosen by `x`; copying takes them along as TSV, in the order of the table. */
export function useSelection<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  keyOf: (row: Row) => string,
  body: RefObject<HTMLElement | null>,
): Selection {
  const [keys, setKeys] = useState(NONE)
  useEffect(() => {
    if (keys.size === 0) return
    const onCopy = (event: ClipboardEvent) => {
      const isText = (window.getSelection()?.toString() ?? '') !== ''
      if (isText || body.current === null) return
      const chosen = rows.filter((row) => keys.has(keyOf(row)))
      const cells = chosen.map((row) => columns.map((column) => exportCell(column, row)))
      event.clipboardData?.setData('text/plain', toTsv([columns.map(exportHead), ...cells]))
      event.preventDefault()
    }
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  }, [keys, rows, columns, keyOf, body])
  return {
    keys,
    toggle: (key) => setKeys((before) => toggled(before, key)),
    clear: () => setKeys(NONE),
  }
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
