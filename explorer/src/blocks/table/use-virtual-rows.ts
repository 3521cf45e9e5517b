import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'

// Up to here all rows are in the page, so that the browser's own search finds them.
const ALL_ROWS = 500
/** More than a large screen shows. The others of a short table follow when the page stands. */
export const FIRST_ROWS = 48
const NEXT_ROWS = 64
const OVERSCAN = 20

export interface VisibleRows {
  readonly start: number
  readonly end: number
  /** Heights of the rows that are left out. */
  readonly before: number
  readonly after: number
}

/** Which rows are in the page: all of a short table, those near the screen of a long one. */
export function useVirtualRows(count: number, body: RefObject<HTMLElement | null>): VisibleRows {
  const [layout, setLayout] = useState({ top: 0, rowHeight: 29 })
  const isVirtual = count > ALL_ROWS
  const drawn = useDrawnRows(isVirtual ? 0 : count)
  useLayoutEffect(() => {
    const element = body.current
    if (element === null || !isVirtual) return
    const top = element.getBoundingClientRect().top + window.scrollY
    const rowHeight = Number.parseFloat(
      getComputedStyle(document.documentElement).getPropertyValue('--row-height'),
    )
    setLayout({ top, rowHeight })
  }, [body, isVirtual])
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? count : 0,
    // It asks for the place on the page, which has all of it laid out before it is painted.
    enabled: isVirtual,
    estimateSize: () => layout.rowHeight,
    overscan: OVERSCAN,
    scrollMargin: layout.top,
  })
  const { rowHeight } = layout
  if (!isVirtual) return { start: 0, end: drawn, before: 0, after: (count - drawn) * rowHeight }
  const items = virtualizer.getVirtualItems()
  const start = items[0]?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight }
}

/** How many rows of a short table are drawn: some at once, the others a few at a time. */
function useDrawnRows(count: number): number {
  const [most, setMost] = useState(FIRST_ROWS)
  useEffect(() => {
    if (most < count) startTransition(() => setMost(most + NEXT_ROWS))
  }, [most, count])
  return Math.min(most, count)
}
