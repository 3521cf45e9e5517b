import type { KeyboardEvent, RefObject } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** Arrows, `j` and `k` walk the rows; Enter opens the one that has the focus. */
export function useRowKeys(body: RefObject<HTMLElement | null>) {
  return (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const row = (event.target as HTMLElement).closest('tr')
    if (event.key === 'Enter' && event.target === row) {
      row?.querySelector('a')?.click()
      return
    }
    const step = STEPS[event.key]
    if (step === undefined || row === null) return
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr:not(.spacer)') ?? [])]
    const next = rows[rows.indexOf(row) + step]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
}
