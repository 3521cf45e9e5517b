import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { toTsv } from '../../lib/csv.ts'
import { areLettersOn } from '../keys/hotkeys.ts'
import { type Column, exportCell, exportHead } from './column.ts'

interface Selection {
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

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** Arrows, `j` and `k` walk the rows, `x` selects one, Enter opens it, → its parts, Esc lets go. */
export function useRowKeys(body: RefObject<HTMLElement | null>, selection: Selection) {
  return (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key.length === 1 && !areLettersOn()) return
    const target = event.target as HTMLElement
    const row = target.closest('tr')
    if (row === null || target.closest('[popover]') !== null) return
    if (target === row && act(event.key, row, selection)) {
      event.preventDefault()
      return
    }
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr:not(.spacer)') ?? [])]
    rows[rows.indexOf(row) + step]?.focus()
  }
}

/** What a key does with the row that has the focus; false where nothing. */
function act(key: string, row: HTMLElement, selection: Selection): boolean {
  if (key === 'Enter') row.querySelector('a')?.click()
  else if (key === 'ArrowRight' || key === 'ArrowLeft') return unfold(row, key === 'ArrowRight')
  else if (key === 'x') selection.toggle(row.dataset.key ?? '')
  else if (key === 'Escape' && selection.keys.size > 0) selection.clear()
  else if (key === 'Escape') row.blur()
  else return false
  return true
}

/** Opens or closes what is under a row; false where nothing does, or it is so already. */
function unfold(row: HTMLElement, isOpening: boolean): boolean {
  const opener = row.querySelector<HTMLElement>(`.row-opener[aria-expanded="${!isOpening}"]`)
  opener?.click()
  return opener !== null
}
