import type { KeyboardEvent, RefObject } from 'react'
import { areLettersOn } from '../keys/letters.ts'
import type { Selection } from './use-selection.ts'

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

/** Opens or closes what lies under a row; false where nothing does, or it is so already. */
function unfold(row: HTMLElement, isOpening: boolean): boolean {
  const opener = row.querySelector<HTMLElement>(`.row-opener[aria-expanded="${!isOpening}"]`)
  opener?.click()
  return opener !== null
}
