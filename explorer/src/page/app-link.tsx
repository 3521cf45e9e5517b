import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAsOf } from '../api/request.ts'

export interface AppLinkProps {
  /** Path below the explorer, such as /protocols/indigo-swap. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly className?: string
  readonly title?: string
  /** Leads to the present, whatever timestamp is shown. */
  readonly isOfNow?: boolean
  readonly children: ReactNode
}

/** A link within the explorer: it keeps the timestamp that is shown. */
export function AppLink({ to, search = {}, isOfNow = false, children, ...rest }: AppLinkProps) {
  const asOf = useAsOf()
  const own = asOf === null || isOfNow ? search : { ...search, asOf }
  return (
    <Link to={to} search={own} {...rest}>
      {children}
    </Link>
  )
}

/** A link out of the explorer; whatever is not plainly the web stays text. */
export function ExternalLink(props: { href: string | null | undefined; children: ReactNode }) {
  const { href, children } = props
  if (href == null || !/^https?:\/\//i.test(href)) return children
  return (
    <a className="link" href={href} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  )
}

/** A link as one of the values of a list. */
export function link(to: string, text: ReactNode, search: AppLinkProps['search'] = {}): ReactNode {
  return (
    <AppLink to={to} search={search}>
      {text}
    </AppLink>
  )
}
