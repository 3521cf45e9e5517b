import { type KeyboardEvent, type PointerEvent, useState } from 'react'

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -21,
  PageDown: 21,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Which of some bars is read, by pointer or keys; null is none. */
export function useBarCursor(count: number, stepPx: number) {
  const [cursor, setCursor] = useState<number | null>(null)
  const newest = count - 1
  const move = (index: number) => setCursor(Math.max(0, Math.min(newest, index)))
  return {
    // A shorter range may have left the bar behind.
    cursor: cursor === null ? null : Math.min(cursor, newest),
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') return setCursor(null)
        const step = STEPS[event.key]
        if (step === undefined) return
        event.preventDefault()
        move((cursor ?? newest) + step)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const x = event.clientX - event.currentTarget.getBoundingClientRect().left
        move(Math.floor(x / stepPx))
      },
      onPointerLeave: () => setCursor(null),
    },
  }
}
