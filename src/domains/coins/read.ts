import { derivedState, keyedState } from '../../cache/state.ts'
import { at } from '../../lib/at.ts'
import { eachRow } from '../../lib/each-row.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { tokens } from '../registry/public.ts'
import type { SuggestedCoin } from './derive/malformed-coins.ts'
import { type CoinMoments, pricePairs } from './derive/price-pairs.ts'
import { regularSteps } from './derive/regular-steps.ts'
import { blocks, NEWEST_PRICE_SQL, prices, supplies } from './facts.ts'
import { type KnownCoin, type PriceRecord, PriceTable } from './price-table.ts'

// Above, as for a snapshot of the past, all rows are read once instead.
const MAX_LATER_COINS = 1_000

/** Description and newest price of every coin. */
const knownCoinsState = keyedState<string, KnownCoin>({
  name: 'coins.known',
  reads: [tokens, prices],
  key: 'coin',
  load: async (snapshot, keys) => {
    const isAsked = keys === 'all' ? '1' : 'coin IN {keys:Array(String)}'
    const newest = await readNewest(snapshot, snapshot.versionsOfAllRuns(prices, isAsked), keys)
    // Coins with rows of runs after the snapshot, or not committed yet, are read row by row.
    const later = newest.coin.filter((_, row) => at(newest.newestRun, row) > snapshot.run)
    const where = later.length > MAX_LATER_COINS ? isAsked : 'coin IN {keys:Array(String)}'
    const exact =
      later.length === 0
        ? undefined
        : await readNewest(
            snapshot,
            snapshot.versions(prices, where),
            later.length > MAX_LATER_COINS ? keys : later,
          )
    const described = await snapshot.columns<TokenColumns>(
      `SELECT coin, symbol, decimals, redirect FROM ${snapshot.current(tokens, isAsked)}`,
      { keys },
    )
    return joinCoins(described, newest, exact, snapshot.run)
  },
})

/** The newest price of some coins; `versions` is SQL from FROM to WHERE. */
function readNewest(
  snapshot: Snapshot,
  versions: string,
  keys: readonly string[] | 'all',
): Promise<NewestColumns> {
  const columns = Object.entries(NEWEST_PRICE_SQL).map(([name, sql]) => `${sql} AS ${name}`)
  return snapshot.columns<NewestColumns>(
    `SELECT coin, ${columns.join(', ')} ${versions} GROUP BY coin`,
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

/** The records of some coins between two moments, each coin's in order of time. */
export async function readPrices(
  snapshot: Snapshot,
  coins: readonly string[],
  range: { fromSec: number; toSec: number },
  minConfidence: number,
): Promise<Map<string, PriceRecord[]>> {
  const where =
    'coin IN {coins:Array(String)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}'
  const rows = await snapshot.columns<{ [N in keyof Priced]: Priced[N][] }>(
    `SELECT coin, atSec, priceUsd, confidence FROM ${sureOf(snapshot, where)} ORDER BY coin, atSec`,
    { coins, fromSec: Math.max(0, range.fromSec), toSec: range.toSec, minConfidence },
  )
  const byCoin = new Map<string, PriceRecord[]>()
  for (const { coin, ...record } of eachRow(rows)) addRecord(byCoin, coin, record)
  return byCoin
}

/**
 * Of each coin the records nearest to moments that are equally far apart, in order of time: the
 * last one up to each moment and the first one after it, if within reach, and maybe others.
 */
export async function readPricesAround(
  snapshot: Snapshot,
  coins: readonly string[],
  momentsSec: readonly number[],
  { widthSec, minConfidence = 0 }: Reach,
): Promise<Map<string, PriceRecord[]>> {
  const steps = regularSteps(momentsSec, widthSec)
  if (steps === undefined) return new Map()
  const isAsked = coins.length === 1 ? 'coin = {coin:String}' : 'coin IN {coins:Array(String)}'
  const isNear = ' AND (atSec + {reachShiftSec:UInt64}) % {stepSec:UInt32} <= 2 * {widthSec:UInt32}'
  const where = `${isAsked} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}${steps.hasGaps ? isNear : ''}`
  const rows = await snapshot.columns<NearestColumns>(
    `SELECT coin, ${NEAREST_COLUMNS} FROM ${sureOf(snapshot, where)}
     GROUP BY coin, intDiv(atSec + {stepShiftSec:UInt64}, {stepSec:UInt32}) AS step ORDER BY coin, step`,
    { ...steps, coin: coins[0], coins, widthSec, minConfidence },
  )
  return nearestByCoin(rows)
}

/** The same for coins that have moments of their own. */
export async function readPricesNear(
  snapshot: Snapshot,
  moments: CoinMoments,
  { widthSec, minConfidence = 0 }: Reach,
): Promise<Map<string, PriceRecord[]>> {
  const pairs = pricePairs(moments, widthSec)
  if (pairs === undefined) return new Map()
  const coin = '({coins:Array(String)})[pair.1]'
  const listed = (positions: string, values: string) =>
    `(SELECT arrayJoin(arrayZip({${positions}:Array(UInt32)}, {${values}:Array(UInt32)})) AS pair)`
  const cover = listed('bucketCoins', 'buckets')
  const bucket = 'toUInt32(intDiv(atSec, {bucketSec:UInt32}))'
  // The index compares pairs; comparing hashes of them row by row takes half the time.
  const where = `coin IN {coins:Array(String)}
    AND indexHint((coin, ${bucket}) IN (SELECT ${coin}, pair.2 FROM ${cover}))
    AND cityHash64(coin, ${bucket}) IN (SELECT cityHash64(${coin}, pair.2) FROM ${cover})`
  const rows = await snapshot.columns<NearestColumns>(
    `SELECT record.coin AS coin, ${NEAREST_COLUMNS}
     FROM (SELECT coin, atSec, priceUsd, confidence FROM ${sureOf(snapshot, where)}) AS record
     ASOF JOIN (SELECT ${coin} AS coin, pair.2 AS pairSec FROM ${listed('pairCoins', 'pairsSec')}) AS wanted
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

/** Of the records between two moments of a coin, the first and the last. */
type NearestColumns = {
  coin: string[]
  firstSec: number[]
  first: [priceUsd: number, confidence: number | null][]
  lastSec: number[]
  last: [priceUsd: number, confidence: number | null][]
}

const NEAREST_COLUMNS = `min(atSec) AS firstSec, argMin((priceUsd, confidence), atSec) AS first,
  max(atSec) AS lastSec, argMax((priceUsd, confidence), atSec) AS last`

function nearestByCoin(rows: NearestColumns): Map<string, PriceRecord[]> {
  const byCoin = new Map<string, PriceRecord[]>()
  for (const { coin, firstSec, first, lastSec, last } of eachRow(rows)) {
    addRecord(byCoin, coin, { atSec: firstSec, priceUsd: first[0], confidence: first[1] })
    if (lastSec > firstSec)
      addRecord(byCoin, coin, { atSec: lastSec, priceUsd: last[0], confidence: last[1] })
  }
  return byCoin
}

function addRecord(byCoin: Map<string, PriceRecord[]>, coin: string, record: PriceRecord): void {
  const list = byCoin.get(coin)
  if (list === undefined) byCoin.set(coin, [record])
  else list.push(record)
}

/**
 * Doubtful prices are left out of the current view, not of the rows it is made from: else a
 * corrected price would come back.
 */
function sureOf(snapshot: Snapshot, where: string): string {
  return `${snapshot.current(prices, where)} WHERE ifNull(confidence, 1) >= {minConfidence:Float64}`
}

/**
 * Coins whose symbol, name, address or id in a source is one of some texts, those of a source first;
 * a few of each symbol.
 */
export async function readSuggestedCoins(
  snapshot: Snapshot,
  texts: readonly string[],
): Promise<SuggestedCoin[]> {
  const called = ['symbol', "ifNull(name, '')", "substring(coin, position(coin, ':') + 1)"]
  const isCalled = called.map((sql) => `lower(${sql}) IN {texts:Array(String)}`).join(' OR ')
  return snapshot.query<SuggestedCoin>(
    `SELECT coin, symbol, name FROM ${snapshot.current(tokens)}
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
    `SELECT coin, atSec, priceUsd, confidence FROM ${snapshot.current(prices, 'coin IN {coins:Array(String)}')} ORDER BY coin, atSec LIMIT 1 BY coin`,
    { coins },
  )
  return new Map(rows.map((row) => [row.coin, row]))
}

/** Time of the earliest record of any of some coins. */
export async function findFirstMoment(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<number | undefined> {
  const [row] = await snapshot.query<{ firstSec: number | null }>(
    `SELECT minOrNull(atSec) AS firstSec FROM ${snapshot.current(prices, 'coin IN {coins:Array(String)}')}`,
    { coins },
  )
  return row?.firstSec ?? undefined
}

/** The newest block at or before a moment, not older than `widthSec`. */
export async function findBlock(
  snapshot: Snapshot,
  chain: string,
  momentSec: number,
  widthSec: number,
): Promise<{ height: number; atSec: number } | undefined> {
  const rows = await snapshot.query<{ height: number; atSec: number }>(
    `SELECT height, atSec FROM ${snapshot.current(blocks, 'chain = {chain:String} AND atSec BETWEEN {from:UInt32} AND {to:UInt32}')} ORDER BY atSec DESC, height DESC LIMIT 1`,
    { chain, from: Math.max(0, momentSec - widthSec), to: momentSec },
  )
  return rows[0]
}

/** Newest circulating supply of every coin that has one. */
export const supplyState = keyedState<string, number>({
  name: 'coins.supplies',
  reads: [supplies],
  key: 'coin',
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? '1' : 'coin IN {keys:Array(String)}'
    const rows = await snapshot.query<{ coin: string; supply: number }>(
      `SELECT coin, argMax(circulating, atSec) AS supply FROM ${snapshot.current(supplies, where)} GROUP BY coin`,
      { keys },
    )
    return rows.map(({ coin, supply }): [string, number] => [coin, supply])
  },
})

/** All states of this domain. */
export const coinStates = [knownCoinsState, priceTableState, supplyState]
