import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../blocks/controls/button.tsx'
import { AppLink } from '../page/app-link.tsx'

/** A path that no page has. */
export function NotFound() {
  return (
    <>
      <div className="page-head">
        <h1>No such page</h1>
      </div>
      <p>
        No page at this URL. Press <kbd>/</kbd> to search, or go to the{' '}
        <AppLink to="/">overview</AppLink>.
      </p>
    </>
  )
}

/** A page whose code could not be fetched or failed. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  return (
    <div className="refusal" role="alert">
      <p>
        <b>This page failed.</b> {error instanceof Error ? error.message : String(error)}
      </p>
      <Button onClick={reset}>Try again</Button>
    </div>
  )
}
