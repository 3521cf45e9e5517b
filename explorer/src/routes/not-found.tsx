import { AppLink } from '../page/app-link.tsx'

/** An address that no page has. */
export function NotFound() {
  return (
    <>
      <div className="page-head">
        <h1>No such page</h1>
      </div>
      <p>
        Nothing lies at this address. Press <kbd>/</kbd> to find what you look for, or go to the{' '}
        <AppLink to="/">overview</AppLink>.
      </p>
    </>
  )
}
