import { useCallback } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { type Parent, slugOf } from './family-row.ts'

const MAX_NAMES = 1000

/** Parents by id, the largest. The index knows no past, so values are left out there. */
export function useParents(isAsked: boolean): (id: string) => Parent | null {
  const isPast = useAsOf() !== null
  const asked = useOperation('getIndex', isAsked ? { kind: 'protocol', limit: MAX_NAMES } : null, {
    knowsPast: false,
  })
  const { data, isLoading } = asked
  return useCallback(
    (id) => {
      // Under its slug until the name comes, so that rows do not jump.
      if (isLoading) return { id, name: slugOf(id), tvl: null }
      const found = data?.body.entries.find((entry) => entry.id === id)
      if (found === undefined) return null
      return { id, name: found.name, tvl: isPast ? null : found.sizeUsd }
    },
    [data, isLoading, isPast],
  )
}
