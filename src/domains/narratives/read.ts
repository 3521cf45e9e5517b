import type { RowsBehind } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { eachRow } from '../../lib/each-row.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import type { Fact, RowOf } from '../../store/fact.ts'
import { coinRows, prices, priceTableState, supplies } from '../coins/public.ts'
import { DailyFigures, type Member, PRICE_HOLDS_DAYS } from './derive/category-performance.ts'
import { CATEGORIES, narrativeMembers } from './facts.ts'

/** All members with their priced coins (coins.md#price-records), in one order of summing. */
export async function listMembers({
  snapshot,
  states,
}: Pick<RequestContext, 'snapshot' | 'states'>): Promise<Member[]> {
  const prices = await states.get(priceTableState, snapshot)
  const rows = await snapshot.query<RowOf<typeof narrativeMembers>>(
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

const COIN_BATCH_SIZE = 250
const IS_MEMBER = sql`coin IN {coins:Array(String)}`
const DAY = sql`intDiv(atSec, ${DAY_SEC})`

/** Daily prices and supplies of all members, enough for a line that starts on a day. */
export async function readMemberFigures(
  { snapshot }: Pick<RequestContext, 'snapshot'>,
  members: readonly Member[],
  startDay: number,
): Promise<DailyFigures> {
  const coins = [...new Set(members.flatMap(({ coin, priced }) => [coin, priced]))].sort()
  const figures = new DailyFigures(coins, Math.max(0, startDay - PRICE_HOLDS_DAYS))
  for (let start = 0; start < coins.length; start += COIN_BATCH_SIZE)
    await readBatch(figures, snapshot, coins.slice(start, start + COIN_BATCH_SIZE))
  return figures
}

async function readBatch(
  figures: DailyFigures,
  snapshot: RequestContext['snapshot'],
  coins: readonly string[],
): Promise<void> {
  const params = { coins, fromSec: figures.fromDay * DAY_SEC }
  const read = (fact: Fact, value: Sql, where: Sql, order: Sql) =>
    snapshot.columns<{ coin: string[]; atSec: number[]; value: number[] }>(
      sql`SELECT coin, atSec, ${value} AS value FROM ${snapshot.current(fact, sql`${IS_MEMBER} AND ${where}`)} ${order}`,
      params,
    )
  const firstOfDays = sql`ORDER BY coin, atSec LIMIT 1 BY coin, ${DAY}`
  const lastDay = sql`ORDER BY coin, ${DAY} DESC, atSec LIMIT 1 BY coin`
  const [priced, supplied, before] = await Promise.all([
    read(prices, sql`priceUsd`, sql`atSec >= {fromSec:UInt32}`, firstOfDays),
    read(supplies, sql`circulating`, sql`atSec >= {fromSec:UInt32}`, firstOfDays),
    read(supplies, sql`circulating`, sql`atSec < {fromSec:UInt32}`, lastDay),
  ])
  for (const { coin, atSec, value } of eachRow(priced)) figures.setPrice(coin, atSec, value)
  for (const { coin, atSec, value } of eachRow(supplied)) figures.setSupply(coin, atSec, value)
  for (const { coin, value } of eachRow(before)) figures.setSupplyBefore(coin, value)
}

export const narrativeRowsBehind: RowsBehind = async (_, context) => {
  const members = await listMembers(context)
  const table = await context.states.get(priceTableState, context.snapshot)
  return coinRows([...new Set(members.map(({ coin }) => coin))], table)
}
