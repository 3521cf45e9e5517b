import { useEffect, useState } from 'react'
import type { ApiError } from '../../api/ask.ts'
import { momentText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'

export interface RefusalProps {
  readonly error: ApiError
  /** When the answer came that is still shown below. */
  readonly lastGoodMs?: number
  onRetry(): void
}

/** What happened and what to do, by the service's own words. */
export function Refusal({ error, lastGoodMs, onRetry }: RefusalProps) {
  return (
    <div className="refusal" role="alert">
      <p>
        <b>{headline(error)}</b> {error.message}
      </p>
      {lastGoodMs !== undefined && (
        <p>Shown below is the answer of {momentText(lastGoodMs / 1000)} UTC.</p>
      )}
      {error.suggestions.length > 0 && (
        <p>Did you mean {error.suggestions.slice(0, 5).join(', ')}?</p>
      )}
      {(error.status === 401 || error.status === 403) && (
        <p>
          This operation needs a key: <AppLink to="/keys">enter one</AppLink>.
        </p>
      )}
      <Retry key={error.retryAfterSec} error={error} onRetry={onRetry} />
      {error.requestId !== null && <p className="faint">Request {error.requestId}</p>}
    </div>
  )
}

function Retry({ error: { status, retryAfterSec }, onRetry }: RefusalProps) {
  const [left, setLeft] = useState(status === 429 ? (retryAfterSec ?? 5) : null)
  useEffect(() => {
    if (left === null) return
    if (left <= 0) {
      onRetry()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onRetry])
  if (left !== null) return <p role="timer">Asking again in {left} s.</p>
  if (status === 404 || status === 400) return null
  return (
    <button type="button" className="action" onClick={onRetry}>
      Try again
    </button>
  )
}

function headline({ status }: ApiError): string {
  if (status === 0) return 'No answer.'
  if (status === 404) return 'Not found.'
  if (status === 400) return 'Not understood.'
  if (status === 401 || status === 403) return 'A key is needed.'
  if (status === 429) return 'Too many requests.'
  return 'Out of service.'
}
