import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { canRetry } from './refusal-words.ts'

const DEFAULT_WAIT_SEC = 5

/** Asks again: by a button, or by itself when the seconds of a 429 are over. */
export function Retry({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  const [left, setLeft] = useState<number | null>(null)
  const retry = useRef(onRetry)
  retry.current = onRetry
  // Every refusal counts down anew, also one that says the same as the last.
  useEffect(() => {
    if (error.status !== 429) return setLeft(null)
    let seconds = Math.max(1, error.retryAfterSec ?? DEFAULT_WAIT_SEC)
    setLeft(seconds)
    const timer = setInterval(() => {
      seconds -= 1
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      retry.current()
    }, 1000)
    return () => clearInterval(timer)
  }, [error])
  if (left !== null)
    return <p role="timer">{left > 0 ? `Asking again in ${left} s.` : 'Asking again.'}</p>
  if (!canRetry(error.status)) return null
  return (
    <button type="button" className="action" onClick={onRetry}>
      Try again
    </button>
  )
}
