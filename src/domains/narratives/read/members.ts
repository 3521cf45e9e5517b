import type { StateDefinition } from '../../../cache/states.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { priceTableState } from '../../coins/public.ts'
import type { Member } from '../derive/category-performance.ts'
import { CATEGORIES, narrativeMembers } from '../facts.ts'

interface MemberRow {
  category: string
  coin: string
  fromSec: number | null
  toSec: number | null
}

/**
 * Members of all categories, by category and coin, so that sums are always added in the same order.
 */
const memberRowsState: StateDefinition<readonly Omit<Member, 'priced'>[]> = {
  name: 'narratives.members',
  reads: [narrativeMembers],
  build: async (snapshot) => {
    const rows = await snapshot.query<MemberRow>(
      `SELECT category, coin, fromSec, toSec FROM ${snapshot.current(narrativeMembers)} ORDER BY category, coin`,
    )
    return rows.map(({ category, coin, fromSec, toSec }) => ({
      category: CATEGORIES.indexOf(category),
      coin,
      fromDay: Math.floor((fromSec ?? 0) / DAY_SEC),
      toDay: toSec === null ? Number.POSITIVE_INFINITY : Math.ceil(toSec / DAY_SEC),
    }))
  },
}

/** All members, each with the coin whose price it takes (semantics 3.1). */
export async function listMembers({
  snapshot,
  states,
}: Pick<RequestContext, 'snapshot' | 'states'>): Promise<Member[]> {
  const prices = await states.get(priceTableState, snapshot)
  const rows = await states.get(memberRowsState, snapshot)
  return rows.map((row) => ({ ...row, priced: prices.find(row.coin)?.redirect ?? row.coin }))
}
