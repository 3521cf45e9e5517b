import type { RowsBehind } from '../../http/provenance.ts'
import { holdersState } from './read/holders.ts'

/** Entities are no protocols, and treasuries are those of protocols. */
export const treasuryRowsBehind: RowsBehind = async ({ operation }, { snapshot, states }) => {
  const holders = [...(await states.get(holdersState, snapshot)).values()]
  const isEntity = operation === 'treasuries.listEntities'
  const chosen = holders.filter(({ row }) => (row.protocol === null) === isEntity)
  const ids = chosen.map(({ row }) => row.id)
  return { treasuries: { columns: { id: ids } }, treasury_holdings: { columns: { holder: ids } } }
}
