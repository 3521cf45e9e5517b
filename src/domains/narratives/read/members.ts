import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
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
 * All members with the coin whose price each takes (semantics 3.1), in an order in which sums are
 * always the same.
 */
export async function listMembers({
  snapshot,
  states,
}: Pick<RequestContext, 'snapshot' | 'states'>): Promise<Member[]> {
  const prices = await states.get(priceTableState, snapshot)
  const rows = await snapshot.query<MemberRow>(
    sql`SELECT category, coin, fromSec, toSec FROM ${snapshot.current(narrativeMembers)} ORDER BY category, coin`,
  )
  return rows.map(({ category, coin, fromSec, toSec }) => ({
    category: CATEGORIES.indexOf(category),
    coin,
    priced: prices.find(coin)?.redirect ?? coin,
    fromDay: fromSec === null ? 0 : Math.floor(fromSec / DAY_SEC),
    toDay: toSec === null ? Number.POSITIVE_INFINITY : Math.ceil(toSec / DAY_SEC),
  }))
}
