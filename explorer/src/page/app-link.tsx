import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAsOf } from './use-as-of.ts'

export interface AppLinkProps {
  /** Address below the explorer, such as /protocols/indigo-swap. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly className?: string
  readonly title?: string
  /** Leads to the present, whatever moment is shown. */
  readonly isOfNow?: boolean
  readonly children: ReactNode
}

/** A link within the explorer: it keeps the moment that is shown. */
export function AppLink({ to, search = {}, isOfNow = false, children, ...rest }: AppLinkProps) {
  const asOf = useAsOf()
  const own = asOf === null || isOfNow ? search : { ...search, asOf }
  return (
    <Link to={to as never} search={own as never} {...rest}>
      {children}
    </Link>
  )
}
