import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices, priceTableState } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import { type DailyIncentive, dailyIncentives } from '../derive/daily-incentives.ts'
import { unlockRecords, unlockSchedules } from '../facts.ts'
import { emissionsState } from './emissions.ts'

/** Tokens that a protocol paid out on a day, and their worth. */
export interface Incentive extends DailyIncentive {
  /** Coin id of the token. */
  coin: string
  /** At the last price of that day; `null` when there is none. */
  amountUsd: number | null
}

/** The facts behind incentives, for the `reads` of a route that shows them. */
export const incentiveFacts = [unlockSchedules, unlockRecords, tokens, prices]

/**
 * By day and token, `undefined` without a schedule; of several protocols the first one counts, so
 * that a family counts it once (unlocks.md#incentives).
 */
export async function readIncentives(
  { snapshot, states, nowSec }: Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>,
  protocolId: string,
): Promise<Incentive[] | undefined> {
  const { list } = await states.get(emissionsState, snapshot)
  if (!list.some(({ schedule }) => schedule.protocolIds.includes(protocolId))) return undefined
  const priceTable = await states.get(priceTableState, snapshot)
  const paid: Incentive[] = []
  for (const { schedule, curves } of list) {
    if (schedule.protocolIds[0] !== protocolId) continue
    const coin = schedule.token
    const days = dailyIncentives(curves, nowSec)
    const priceOn = await readDailyPrices(snapshot, priceTable.find(coin)?.redirect ?? coin, days)
    for (const day of days) {
      const priceUsd = priceOn.get(day.daySec)
      paid.push({ ...day, coin, amountUsd: priceUsd === undefined ? null : day.amount * priceUsd })
    }
  }
  return paid
}

/** The last price of each UTC day between the first and the last of some days. */
async function readDailyPrices(
  snapshot: Snapshot,
  coin: string,
  days: readonly DailyIncentive[],
): Promise<Map<number, number>> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await snapshot.query<{ daySec: number; priceUsd: number }>(
    sql`SELECT intDiv(atSec, ${DAY_SEC}) * ${DAY_SEC} AS daySec, argMax(priceUsd, atSec) AS priceUsd
     FROM ${snapshot.current(prices, sql`coin = {coin:String} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`)} GROUP BY daySec`,
    { coin, fromSec: first.daySec, toSec: last.daySec + DAY_SEC - 1 },
  )
  return new Map(rows.map(({ daySec, priceUsd }) => [daySec, priceUsd]))
}
