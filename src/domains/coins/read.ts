import { amongKeys } from '../../cache/among-keys.ts'
import { derivedState, keyedState } from '../../cache/state.ts'
import { at } from '../../lib/at.ts'
import { eachRow } from '../../lib/each-row.ts'
import { identifier, joinSql, type Sql, sql } from '../../lib/sql.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { tokens } from '../registry/public.ts'
import type { SuggestedCoin } from './derive/asked-coins.ts'
import { type CoinTimestamps, pricePairs, regularSteps } from './derive/price-pairs.ts'
import { blocks, NEWEST_PRICE_SQL, prices, supplies } from './facts.ts'
import { type KnownCoin, type PriceRecord, PriceTable } from './price-table.ts'

// Above, as for a snapshot of the past, all rows are read once instead.
const MAX_LATER_COINS = 1_000

/** Description and newest price of every coin. */
const knownCoinsState = keyedState<string, KnownCoin>({
  name: 'coins.known',
  reads: [tokens, prices],
  key: sql`coin`,
  load: async (snapshot, keys) => {
    const isAsked = amongKeys(sql`coin`, keys)
    const newest = await readNewest(snapshot, snapshot.versionsOfAllRuns(prices, isAsked), keys)
    // Coins with rows of runs after the snapshot, or not committed yet, are read row by row.
    const later = newest.coin.filter((_, row) => at(newest.newestRun, row) > snapshot.run)
    const where = later.length > MAX_LATER_COINS ? isAsked : sql`coin IN {keys:Array(String)}`
    const exact =
      later.length === 0
        ? undefined
        : await readNewest(
            snapshot,
            snapshot.versions(prices, where),
            later.length > MAX_LATER_COINS ? keys : later,
          )
    const described = await snapshot.columns<TokenColumns>(
      sql`SELECT coin, symbol, decimals, redirect FROM ${snapshot.current(tokens, isAsked)}`,
      { keys },
    )
    return joinCoins(described, newest, exact, snapshot.run)
  },
})

/** The newest price of some coins; `versions` is SQL from FROM to WHERE. */
function readNewest(
  snapshot: Snapshot,
  versions: Sql,
  keys: readonly string[] | 'all',
): Promise<NewestColumns> {
  const columns = Object.entries(NEWEST_PRICE_SQL).map(
    ([name, value]) => sql`${value} AS ${identifier(name)}`,
  )
  return snapshot.columns<NewestColumns>(
    sql`SELECT coin, ${joinSql(columns)} ${versions} GROUP BY coin`,
    { keys },
  )
}

type TokenColumns = {
  coin: string[]
  symbol: string[]
  decimals: (number | null)[]
  redirect: (string | null)[]
}

type NewestColumns = {
  coin: string[]
  newestSec: number[]
  price: number[]
  confidence: number[]
  newestRun: number[]
}

function joinCoins(
  described: TokenColumns,
  newest: NewestColumns,
  exact: NewestColumns | undefined,
  run: number,
): Map<string, KnownCoin> {
  const coins = new Map<string, KnownCoin>()
  for (const { coin, symbol, decimals, redirect } of eachRow(described))
    coins.set(coin, { symbol, decimals, redirect: redirect ?? undefined, newest: undefined })
  for (const columns of exact === undefined ? [newest] : [newest, exact]) {
    for (const { coin, newestSec, price, confidence, newestRun } of eachRow(columns)) {
      if (newestRun > run) continue
      const known = confidence < 0 ? null : confidence
      const record = { atSec: newestSec, priceUsd: price, confidence: known }
      coins.set(coin, { ...(coins.get(coin) ?? UNDESCRIBED), newest: record })
    }
  }
  return coins
}

const UNDESCRIBED = { symbol: null, decimals: null, redirect: undefined }

/** Finds coins and their newest prices. */
export const priceTableState = derivedState({
  name: 'coins.priceTable',
  from: [knownCoinsState],
  make: (coins) => new PriceTable(coins),
})

/** The records of some coins between two timestamps, each coin's in order of time. */
export async function readPrices(
  snapshot: Snapshot,
  coins: readonly string[],
  range: { fromSec: number; toSec: number },
  minConfidence: number,
): Promise<Map<string, PriceRecord[]>> {
  const where = sql`coin IN {coins:Array(String)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`
  const rows = await snapshot.columns<{ [N in keyof Priced]: Priced[N][] }>(
    sql`SELECT coin, atSec, priceUsd, confidence FROM ${sureOf(snapshot, where)} ORDER BY coin, atSec`,
    { coins, fromSec: Math.max(0, range.fromSec), toSec: range.toSec, minConfidence },
  )
  const byCoin = new Map<string, PriceRecord[]>()
  for (const { coin, ...record } of eachRow(rows)) byCoin.getOrInsert(coin, []).push(record)
  return byCoin
}

/**
 * Records nearest to equally distant timestamps, by coin and time: of each timestamp the last one
 * up to it and the first one after it, if within reach, and maybe others.
 */
export async function readPricesAround(
  snapshot: Snapshot,
  coins: readonly string[],
  timesSec: readonly number[],
  { widthSec, minConfidence = 0 }: Reach,
): Promise<Map<string, PriceRecord[]>> {
  const steps = regularSteps(timesSec, widthSec)
  if (steps === undefined) return new Map()
  const isAsked =
    coins.length === 1 ? sql`coin = {coin:String}` : sql`coin IN {coins:Array(String)}`
  const isNear = sql` AND (atSec + {reachShiftSec:UInt64}) % {stepSec:UInt32} <= 2 * {widthSec:UInt32}`
  const where = sql`${isAsked} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}${steps.hasGaps ? isNear : sql``}`
  const rows = await snapshot.columns<NearestColumns>(
    sql`SELECT coin, ${NEAREST_COLUMNS} FROM ${sureOf(snapshot, where)}
     GROUP BY coin, intDiv(atSec + {stepShiftSec:UInt64}, {stepSec:UInt32}) AS step ORDER BY coin, step`,
    { ...steps, coin: coins[0], coins, widthSec, minConfidence },
  )
  return nearestByCoin(rows)
}

/** The same for coins that have timestamps of their own. */
export async function readPricesNear(
  snapshot: Snapshot,
  timestamps: CoinTimestamps,
  { widthSec, minConfidence = 0 }: Reach,
): Promise<Map<string, PriceRecord[]>> {
  const pairs = pricePairs(timestamps, widthSec)
  if (pairs === undefined) return new Map()
  const coin = sql`({coins:Array(String)})[pair.1]`
  const listed = (positions: Sql, values: Sql) =>
    sql`(SELECT arrayJoin(arrayZip({${positions}:Array(UInt32)}, {${values}:Array(UInt32)})) AS pair)`
  const cover = listed(sql`bucketCoins`, sql`buckets`)
  const bucket = sql`toUInt32(intDiv(atSec, {bucketSec:UInt32}))`
  // The index compares pairs; comparing hashes of them row by row takes half the time.
  const where = sql`coin IN {coins:Array(String)}
    AND indexHint((coin, ${bucket}) IN (SELECT ${coin}, pair.2 FROM ${cover}))
    AND cityHash64(coin, ${bucket}) IN (SELECT cityHash64(${coin}, pair.2) FROM ${cover})`
  const rows = await snapshot.columns<NearestColumns>(
    sql`SELECT record.coin AS coin, ${NEAREST_COLUMNS}
     FROM (SELECT coin, atSec, priceUsd, confidence FROM ${sureOf(snapshot, where)}) AS record
     ASOF JOIN (SELECT ${coin} AS coin, pair.2 AS pairSec FROM ${listed(sql`pairCoins`, sql`pairsSec`)}) AS wanted
       ON record.coin = wanted.coin AND record.atSec <= wanted.pairSec
     GROUP BY record.coin, pairSec ORDER BY coin, pairSec`,
    { ...pairs, minConfidence },
  )
  return nearestByCoin(rows)
}

interface Reach {
  widthSec: number
  minConfidence?: number | undefined
}

type Priced = PriceRecord & { coin: string }

/** Of the records between two timestamps of a coin, the first and the last. */
type NearestColumns = {
  coin: string[]
  firstSec: number[]
  first: [priceUsd: number, confidence: number | null][]
  lastSec: number[]
  last: [priceUsd: number, confidence: number | null][]
}

const NEAREST_COLUMNS = sql`min(atSec) AS firstSec, argMin((priceUsd, confidence), atSec) AS first,
  max(atSec) AS lastSec, argMax((priceUsd, confidence), atSec) AS last`

function nearestByCoin(rows: NearestColumns): Map<string, PriceRecord[]> {
  const byCoin = new Map<string, PriceRecord[]>()
  for (const { coin, firstSec, first, lastSec, last } of eachRow(rows)) {
    const records = byCoin.getOrInsert(coin, [])
    records.push({ atSec: firstSec, priceUsd: first[0], confidence: first[1] })
    if (lastSec > firstSec) records.push({ atSec: lastSec, priceUsd: last[0], confidence: last[1] })
  }
  return byCoin
}

/** Doubtful prices are left out of the current view: else a corrected price would come back. */
function sureOf(snapshot: Snapshot, where: Sql): Sql {
  return sql`${snapshot.current(prices, where)} WHERE ifNull(confidence, 1) >= {minConfidence:Float64}`
}

/** Coins called one of some texts, by symbol, name, address or id; those of a source first. */
export async function readSuggestedCoins(
  snapshot: Snapshot,
  texts: readonly string[],
): Promise<SuggestedCoin[]> {
  const names = [sql`symbol`, sql`ifNull(name, '')`, sql`substring(coin, position(coin, ':') + 1)`]
  const isCalled = joinSql(
    names.map((name) => sql`lower(${name}) IN {texts:Array(String)}`),
    sql` OR `,
  )
  return snapshot.query<SuggestedCoin>(
    sql`SELECT coin, symbol, name FROM ${snapshot.current(tokens)}
     WHERE ${isCalled}
     ORDER BY startsWith(coin, 'aggregator:') DESC, redirect IS NULL DESC, coin LIMIT 10 BY lower(symbol) LIMIT 5000`,
    { texts: texts.map((text) => text.toLowerCase()) },
  )
}

/** Earliest record of each coin. */
export async function readFirstPrices(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<Map<string, PriceRecord>> {
  const rows = await snapshot.query<PriceRecord & { coin: string }>(
    sql`SELECT coin, atSec, priceUsd, confidence FROM ${snapshot.current(prices, sql`coin IN {coins:Array(String)}`)} ORDER BY coin, atSec LIMIT 1 BY coin`,
    { coins },
  )
  return new Map(rows.map((row) => [row.coin, row]))
}

/** Time of the earliest record of any of some coins. */
export async function findFirstTimestamp(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<number | undefined> {
  const [row] = await snapshot.query<{ firstSec: number | null }>(
    sql`SELECT minOrNull(atSec) AS firstSec FROM ${snapshot.current(prices, sql`coin IN {coins:Array(String)}`)}`,
    { coins },
  )
  return row?.firstSec ?? undefined
}

/** The newest block at or before a timestamp, not older than `widthSec`. */
export async function findBlock(
  snapshot: Snapshot,
  chain: string,
  timeSec: number,
  widthSec: number,
): Promise<{ height: number; atSec: number } | undefined> {
  const rows = await snapshot.query<{ height: number; atSec: number }>(
    sql`SELECT height, atSec FROM ${snapshot.current(blocks, sql`chain = {chain:String} AND atSec BETWEEN {from:UInt32} AND {to:UInt32}`)} ORDER BY atSec DESC, height DESC LIMIT 1`,
    { chain, from: Math.max(0, timeSec - widthSec), to: timeSec },
  )
  return rows[0]
}

/** Newest circulating supply of every coin that has one. */
export const supplyState = keyedState<string, number>({
  name: 'coins.supplies',
  reads: [supplies],
  key: sql`coin`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`coin`, keys)
    const rows = await snapshot.query<{ coin: string; supply: number }>(
      sql`SELECT coin, argMax(circulating, atSec) AS supply FROM ${snapshot.current(supplies, where)} GROUP BY coin`,
      { keys },
    )
    return rows.map(({ coin, supply }): [string, number] => [coin, supply])
  },
})
