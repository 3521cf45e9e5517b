import type { RowsBehind } from '../../http/provenance.ts'
import { coinRows, priceTableState } from '../coins/public.ts'
import { listMembers } from './read/members.ts'

export const narrativeRowsBehind: RowsBehind = async (_, context) => {
  const members = await listMembers(context)
  const table = await context.states.get(priceTableState, context.snapshot)
  return coinRows([...new Set(members.map(({ coin }) => coin))], table)
}
