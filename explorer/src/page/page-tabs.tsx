import { AppLink } from './app-link.tsx'
import './page-tabs.css'

export interface PageTab {
  readonly to: string
  readonly name: string
}

/** Pages of one kind beside each other. */
export function PageTabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly PageTab[]
  /** Address of the page that is shown. */
  current: string
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, name }) =>
        to === current ? (
          <span key={to} aria-current="page">
            {name}
          </span>
        ) : (
          <AppLink key={to} to={to}>
            {name}
          </AppLink>
        ),
      )}
    </nav>
  )
}
