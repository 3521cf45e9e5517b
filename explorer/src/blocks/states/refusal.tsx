import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type AlmanacError, errorText, pathOf } from '../../api/client.ts'
import { operationOf } from '../../api/operations.ts'
import { utcText } from '../../lib/writing.ts'
import { AppLink } from '../../page/app-link.tsx'
import { Button } from '../controls/button.tsx'
import { KeyField } from './key-field.tsx'
import { canRetry, headlineOf, siblingPage } from './words.ts'

/** What happened and what to do, by the service's own words. */
export function Refusal(props: {
  error: AlmanacError
  /** When the response came that is still shown below. */
  lastGoodMs?: number
  onRetry(): void
}) {
  const { error, lastGoodMs, onRetry } = props
  const { status, suggestions, requestId, url } = error
  const path = pathOf(url)
  return (
    <div className="refusal" role="alert">
      <p>
        <b>{headlineOf(status)}</b> {errorText(error)}
      </p>
      {lastGoodMs !== undefined && (
        <p>Shown below: the last good response, of {utcText(lastGoodMs)}.</p>
      )}
      {suggestions.length > 0 && <Suggestions names={suggestions.slice(0, 5)} />}
      {(status === 401 || status === 403) && (
        <>
          <p>
            {operationOf(path)?.operation ?? path} needs a key; a request takes credits of it.{' '}
            <AppLink to="/build">How to get one</AppLink>
          </p>
          <KeyField />
        </>
      )}
      <Retry error={error} onRetry={onRetry} />
      {requestId !== null && <p className="faint">Request {requestId}</p>}
    </div>
  )
}

function Suggestions({ names }: { names: readonly string[] }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <p>
      Did you mean{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <AppLink to={siblingPage(path, name)}>{name}</AppLink>
        </span>
      ))}
      ?
    </p>
  )
}

const DEFAULT_WAIT_SEC = 5

/** Asks again: by a button, or by itself when the seconds of a 429 are over. */
function Retry({ error, onRetry }: { error: AlmanacError; onRetry(): void }) {
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
  return <Button onClick={onRetry}>Try again</Button>
}
