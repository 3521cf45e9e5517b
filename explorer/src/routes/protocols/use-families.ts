import { useCallback, useMemo } from 'react'
import { foldFamilies } from '../../lib/families.ts'
import { useRowStates } from '../../page/use-row-states.ts'
import { familyRow } from './family-row.ts'
import type { ProtocolRow } from './protocol-rows.ts'
import { useParents } from './use-parents.ts'

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
