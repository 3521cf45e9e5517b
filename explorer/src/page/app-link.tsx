import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAsOf } from './use-as-of.ts'

export interface AppLinkProps {
  /** Address below the explorer, such as /protocols/indigo-swap. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly className?: string
  readonly title?: string
  readonly children: ReactNode
}

/** A link within the explorer: it keeps the moment that is shown. */
export function AppLink({ to, search = {}, children, ...rest }: AppLinkProps) {
  const asOf = useAsOf()
  const kept = asOf === null ? search : { ...search, asOf }
  return (
    <Link to={to as never} search={kept as never} {...rest}>
      {children}
    </Link>
  )
}
