import { useRouterState } from '@tanstack/react-router'
import type { ApiError } from '../../api/ask.ts'
import { operationOf } from '../../api/operations.ts'
import { momentText } from '../../lib/times.ts'
import { AppLink } from '../../page/app-link.tsx'
import { KeyField } from './key-field.tsx'
import { headlineOf, siblingPage } from './refusal-words.ts'
import { Retry } from './retry.tsx'

export interface RefusalProps {
  readonly error: ApiError
  /** When the answer came that is still shown below. */
  readonly lastGoodMs?: number
  onRetry(): void
}

/** What happened and what to do, by the service's own words. */
export function Refusal({ error, lastGoodMs, onRetry }: RefusalProps) {
  const { status, message, suggestions, requestId, address } = error
  return (
    <div className="refusal" role="alert">
      <p>
        <b>{headlineOf(status)}</b> {message}
      </p>
      {lastGoodMs !== undefined && (
        <p>Shown below is the last good answer, of {momentText(lastGoodMs / 1000)} UTC.</p>
      )}
      {suggestions.length > 0 && <Suggestions names={suggestions.slice(0, 5)} />}
      {(status === 401 || status === 403) && (
        <>
          <p>
            {operationOf(address)?.operation ?? address} needs a key; a request takes credits of it.{' '}
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
