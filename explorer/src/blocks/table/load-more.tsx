import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'

const AHEAD_PX = 600

/** Further rows when the end comes near; a button does the same for keys. */
export function LoadMore(props: {
  /** How far the rows go, in words. */
  position: ReactNode
  hasMore: boolean
  isLoading: boolean
  onMore(): void
}) {
  const { position, hasMore, isLoading, onMore } = props
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const latest = useRef(onMore)
  latest.current = onMore
  useEffect(() => {
    if (end === null || !hasMore || isLoading) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) latest.current()
      },
      { rootMargin: `${AHEAD_PX}px` },
    )
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, hasMore, isLoading])
  return (
    <p ref={setEnd} className="load-more">
      <span role="status">{isLoading ? 'Loading more…' : position}</span>
      {hasMore && (
        <Button disabled={isLoading} onClick={onMore}>
          Load more
        </Button>
      )}
    </p>
  )
}
