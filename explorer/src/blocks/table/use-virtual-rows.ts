import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

// Up to here all rows are in the page, so that the browser's own search finds them.
const ALL_ROWS = 500
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
  useLayoutEffect(() => {
    const element = body.current
    if (element === null || count <= ALL_ROWS) return
    const top = element.getBoundingClientRect().top + window.scrollY
    const rowHeight = Number.parseFloat(
      getComputedStyle(document.documentElement).getPropertyValue('--row-height'),
    )
    setLayout({ top, rowHeight })
  }, [body, count])
  const isVirtual = count > ALL_ROWS
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? count : 0,
    estimateSize: () => layout.rowHeight,
    overscan: OVERSCAN,
    scrollMargin: layout.top,
  })
  if (!isVirtual) return { start: 0, end: count, before: 0, after: 0 }
  const items = virtualizer.getVirtualItems()
  const start = items[0]?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  const { rowHeight } = layout
  return { start, end, before: start * rowHeight, after: (count - end) * rowHeight }
}
