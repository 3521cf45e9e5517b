import { useCallback, useMemo } from 'react'
import { useAsOf, useOperation } from '../../api/request.ts'
import { foldFamilies } from '../../lib/families.ts'
import { useRowStates } from '../../page/use-row-states.ts'
import { familyRow, type Parent, slugOf } from './family-row.ts'
import type { ProtocolRow } from './protocol-rows.ts'

export const PROTOCOL_STATES = { operation: 'listProtocols', fact: 'tvl', column: 'protocol' }

type Rows = readonly ProtocolRow[]

/** Protocols with their states, and how those that fit are put under their parents. */
export function useFamilies(
  listed: Rows,
  hasFamilies: boolean,
): { readonly rows: Rows; fold(fitting: Rows): Rows } {
  const parentOf = useParents(hasFamilies)
  const states = useRowStates(hasFamilies ? PROTOCOL_STATES : null)
  const rows = useMemo(
    () =>
      states === null
        ? listed
        : listed.map((row) => ({ ...row, state: states.get(row.id) ?? null })),
    [listed, states],
  )
  const fold = useCallback(
    (fitting: Rows) =>
      !hasFamilies
        ? fitting
        : foldFamilies(fitting, rows, (id, children) => {
            const parent = parentOf(id)
            return parent === null ? null : familyRow(parent, children)
          }),
    [rows, parentOf, hasFamilies],
  )
  return { rows, fold }
}

const MAX_NAMES = 1000

/** Parents by id, the largest. The index knows no past, so values are left out there. */
function useParents(isAsked: boolean): (id: string) => Parent | null {
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
