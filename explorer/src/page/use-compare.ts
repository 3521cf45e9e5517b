import { useNavigate } from '@tanstack/react-router'
import { comparedAs, withCompared } from './comparing.ts'
import { useAsOf } from './use-as-of.ts'

/** Adds pages to the comparison and opens it; those without a series are left out. */
export function useCompare(): (pages: readonly string[]) => boolean {
  const navigate = useNavigate()
  const asOf = useAsOf()
  return (pages) => {
    const added = pages.flatMap((page) => comparedAs(page) ?? [])
    if (added.length === 0) return false
    const s = withCompared(added)
    void navigate({
      to: '/compare' as never,
      search: (asOf === null ? { s } : { s, asOf }) as never,
    })
    return true
  }
}
