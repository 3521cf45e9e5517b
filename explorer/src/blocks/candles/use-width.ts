import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element, followed. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const host = element.current
    if (host === null) return
    setWidth(host.clientWidth)
    const observer = new ResizeObserver(() => setWidth(host.clientWidth))
    observer.observe(host)
    return () => observer.disconnect()
  }, [element])
  return width
}
