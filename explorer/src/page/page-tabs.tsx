import { Link } from '@tanstack/react-router'
import { useAsOf } from './use-as-of.ts'
import './page-tabs.css'

export interface PageTab {
  readonly to: string
  readonly name: string
}

/** A page whose address begins that of another is not the one that is shown. */
const EXACT = { exact: true, includeSearch: false }

/** Pages of one kind beside each other. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const asOf = useAsOf()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          to={to as never}
          search={(asOf === null ? {} : { asOf }) as never}
          activeOptions={EXACT}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
