import type { StateDefinition, States } from '../../../cache/states.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Fact } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { prices, priceTableState, supplies } from '../../coins/public.ts'
import { DailyFigures } from '../daily-figures.ts'
import { PRICE_HOLDS_DAYS } from '../derive/category-performance.ts'
import { narrativeMembers } from '../facts.ts'
import { listMembers } from './members.ts'

// The longest period is 366 days; the prices that its first day may rest on, and room for days
// dated in the future by mistake.
const KEPT_DAYS = 366 + PRICE_HOLDS_DAYS + 34
// So many coins are read at a time, so that a long history does not keep other answers waiting.
const COINS_AT_ONCE = 250
// More new rows than this are read as quickly from scratch, a part at a time.
const REBUILD_ABOVE_ROWS = 50_000

/**
 * Daily prices and supplies of all members over the newest days that have any; later runs are added
 * row by row.
 */
const memberFiguresState: StateDefinition<DailyFigures> = {
  name: 'narratives.memberFigures',
  reads: [narrativeMembers, supplies, ...priceTableState.reads],
  build: async (snapshot, states) => {
    const coins = await listCoins(snapshot, states)
    return readAll(snapshot, coins, await findFirstKeptDay(snapshot, coins))
  },
  update: async (figures, snapshot, sinceRun, states) => {
    const coins = await listCoins(snapshot, states)
    const isSame =
      coins.length === figures.coins.length &&
      coins.every((coin, index) => coin === figures.coins[index])
    const isShort = figures.dayCount <= 2 * KEPT_DAYS
    const updated = isSame && isShort ? await readNew(figures, snapshot, sinceRun) : undefined
    return updated ?? memberFiguresState.build(snapshot, states)
  },
}

/** Figures of all members, enough for a line that starts on a day. */
export async function readMemberFigures(
  { snapshot, states }: Pick<RequestContext, 'snapshot' | 'states'>,
  startDay: number,
): Promise<DailyFigures> {
  const kept = await states.get(memberFiguresState, snapshot)
  const neededDay = Math.max(0, startDay - PRICE_HOLDS_DAYS)
  // A clock that is set back long before the newest prices asks for days that are not kept.
  return kept.fromDay <= neededDay ? kept : readAll(snapshot, kept.coins, neededDay)
}

/** Every coin whose price or supply counts. */
async function listCoins(snapshot: Snapshot, states: States): Promise<string[]> {
  const coins = new Set<string>()
  for (const { coin, priced } of await listMembers({ snapshot, states }))
    coins.add(coin).add(priced)
  return [...coins].sort()
}

const IS_MEMBER = 'coin IN {coins:Array(String)}'
const DAY = `intDiv(atSec, ${DAY_SEC})`

/** The first of the newest days that have a price; 0 when all fit. */
async function findFirstKeptDay(snapshot: Snapshot, coins: readonly string[]): Promise<number> {
  const [oldest] = await snapshot.query<{ day: number }>(
    `SELECT DISTINCT ${DAY} AS day ${snapshot.versions(prices, IS_MEMBER)} ORDER BY day DESC LIMIT 1 OFFSET ${KEPT_DAYS - 1}`,
    { coins },
  )
  return oldest?.day ?? 0
}

async function readAll(
  snapshot: Snapshot,
  coins: readonly string[],
  fromDay: number,
): Promise<DailyFigures> {
  const figures = new DailyFigures(coins, fromDay)
  for (let index = 0; index < coins.length; index += COINS_AT_ONCE) {
    await readSome(figures, snapshot, coins.slice(index, index + COINS_AT_ONCE))
  }
  return figures
}

interface CoinSeries {
  coin: string
  times: number[]
  values: number[]
}

/** Takes in all that is known of some coins. */
async function readSome(
  figures: DailyFigures,
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<void> {
  const params = { coins, fromSec: figures.fromDay * DAY_SEC }
  const firstOfDay = (
    fact: Fact,
    value: string,
  ) => `SELECT coin, groupArray(atSec) AS times, groupArray(value) AS values FROM (
      SELECT coin, atSec, ${value} AS value ${snapshot.versions(fact, `${IS_MEMBER} AND atSec >= {fromSec:UInt32}`)}
      ORDER BY coin, atSec, run DESC LIMIT 1 BY coin, ${DAY}
    ) GROUP BY coin`
  const lastBefore = `SELECT coin, [atSec] AS times, [circulating] AS values ${snapshot.versions(supplies, `${IS_MEMBER} AND atSec < {fromSec:UInt32}`)}
    ORDER BY coin, ${DAY} DESC, atSec, run DESC LIMIT 1 BY coin`
  const [priced, supplied, before] = await Promise.all([
    snapshot.query<CoinSeries>(firstOfDay(prices, 'priceUsd'), params),
    snapshot.query<CoinSeries>(firstOfDay(supplies, 'circulating'), params),
    figures.fromDay === 0 ? [] : snapshot.query<CoinSeries>(lastBefore, params),
  ])
  for (const { coin, times, values } of priced) {
    for (const [index, atSec] of times.entries())
      figures.setPrice(coin, atSec, values[index] ?? Number.NaN)
  }
  for (const { coin, times, values } of [...supplied, ...before]) {
    for (const [index, atSec] of times.entries())
      figures.setSupply(coin, atSec, values[index] ?? Number.NaN)
  }
}

type NewRows = { coin: string[]; atSec: number[]; value: number[] }

/**
 * The same figures with what later runs say; `undefined` when that is so much that reading all of
 * it anew is no slower.
 */
async function readNew(
  figures: DailyFigures,
  snapshot: Snapshot,
  sinceRun: number,
): Promise<DailyFigures | undefined> {
  // Corrections come in the order in which they were made, so that the last one stands.
  const newRows = (fact: Fact, value: string) =>
    `SELECT coin, atSec, ${value} AS value ${snapshot.versions(fact, `${IS_MEMBER} AND run > {sinceRun:UInt32}`)} ORDER BY run LIMIT ${REBUILD_ABOVE_ROWS}`
  const params = { coins: figures.coins, sinceRun }
  const [priced, supplied] = await Promise.all([
    snapshot.columns<NewRows>(newRows(prices, 'priceUsd'), params),
    snapshot.columns<NewRows>(newRows(supplies, 'circulating'), params),
  ])
  if (Math.max(priced.coin.length, supplied.coin.length) >= REBUILD_ABOVE_ROWS) return undefined
  // A copy, so that an answer that is being made goes on with the picture it began with.
  const updated = figures.copy()
  priced.coin.forEach((coin, index) => {
    updated.setPrice(coin, priced.atSec[index] ?? 0, priced.value[index] ?? Number.NaN)
  })
  supplied.coin.forEach((coin, index) => {
    updated.setSupply(coin, supplied.atSec[index] ?? 0, supplied.value[index] ?? Number.NaN)
  })
  return updated
}
