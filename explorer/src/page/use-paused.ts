import { useEffect, useState } from 'react'

/** A value as soon as it has not changed briefly. */
export function usePaused<T>(value: T, pauseMs: number): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}
