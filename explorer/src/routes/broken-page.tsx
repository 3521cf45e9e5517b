import type { ErrorComponentProps } from '@tanstack/react-router'

/** A page whose code could not be fetched or failed. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <div className="refusal" role="alert">
      <p>
        <b>This page failed.</b> {error instanceof Error ? error.message : String(error)}
      </p>
      <button type="button" className="action" onClick={reset}>
        Try again
      </button>
    </div>
  )
}
