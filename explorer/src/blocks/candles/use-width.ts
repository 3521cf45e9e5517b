import { useLayoutEffect, useState } from 'react'

/** The width of an element, followed; the first of both is its `ref`. */
export function useWidth(): [ref: (element: HTMLElement | null) => void, width: number] {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (host === null) return
    setWidth(host.clientWidth)
    const observer = new ResizeObserver(() => setWidth(host.clientWidth))
    observer.observe(host)
    return () => observer.disconnect()
  }, [host])
  return [setHost, width]
}
