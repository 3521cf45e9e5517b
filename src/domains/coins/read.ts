import { derivedState, keyedState } from '../../cache/state.ts'
import { at } from '../../lib/at.ts'
import { LATEST_UNIX_SEC } from '../../lib/clock.ts'
import { eachRow } from '../../lib/each-row.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { tokens } from '../registry/public.ts'
import { coverWindows, type Window } from './derive/cover-windows.ts'
import { blocks, prices, supplies } from './facts.ts'
import { type KnownCoin, type PriceRecord, PriceTable } from './price-table.ts'

/** Description and newest price of every coin. */
const knownCoinsState = keyedState<string, KnownCoin>({
  name: 'coins.known',
  reads: [tokens, prices],
  key: 'coin',
  load: async (snapshot, keys) => {
    const where = keys === 'all' ? '1' : 'coin IN {keys:Array(String)}'
    const described = `SELECT coin, toNullable(symbol) AS symbol, decimals, redirect, NULL AS newestSec, NULL AS price, NULL AS confidence
      FROM ${snapshot.current(tokens, where)}`
    // Of several versions of the newest record, the latest run's.
    const priced = `SELECT coin, NULL AS symbol, NULL AS decimals, NULL AS redirect, max(atSec) AS newestSec,
        argMax(priceUsd, (atSec, run)) AS price, argMax(tuple(confidence), (atSec, run)).1 AS confidence
      ${snapshot.versions(prices, where)} GROUP BY coin`
    const rows = await snapshot.columns<CoinColumns>(
      `SELECT coin, any(symbol) AS symbol, any(decimals) AS decimals, any(redirect) AS redirect, any(newestSec) AS newestSec,
         any(price) AS price, any(confidence) AS confidence
       FROM (${described} UNION ALL ${priced}) GROUP BY coin`,
      { keys },
    )
    return rows.coin.map((coin, row): [string, KnownCoin] => [coin, coinAt(rows, row)])
  },
})

type CoinColumns = {
  coin: string[]
  symbol: (string | null)[]
  decimals: (number | null)[]
  redirect: (string | null)[]
  newestSec: (number | null)[]
  price: (number | null)[]
  confidence: (number | null)[]
}

function coinAt(rows: CoinColumns, row: number): KnownCoin {
  const [atSec, priceUsd] = [at(rows.newestSec, row), at(rows.price, row)]
  return {
    symbol: at(rows.symbol, row),
    decimals: at(rows.decimals, row),
    redirect: at(rows.redirect, row) ?? undefined,
    newest:
      atSec === null || priceUsd === null
        ? undefined
        : { atSec, priceUsd, confidence: at(rows.confidence, row) },
  }
}

/** Finds coins and their newest prices. */
export const priceTableState = derivedState({
  name: 'coins.priceTable',
  from: [knownCoinsState],
  make: (coins) => new PriceTable(coins),
})

/**
 * Records of some coins, each coin's in order of time: all that lie in any of the windows, and with
 * several windows some that lie beside one.
 */
export async function readPrices(
  snapshot: Snapshot,
  coins: readonly string[],
  windows: readonly Window[],
  minConfidence = 0,
): Promise<Map<string, PriceRecord[]>> {
  const cover = coverWindows(windows)
  if (cover === undefined) return new Map()
  const isCovered = ' AND intDiv(atSec, {bucketSec:UInt32}) IN {buckets:Array(UInt32)}'
  const where = `${isAsked(coins)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}${windows.length === 1 ? '' : isCovered}`
  // Doubtful prices are left out of the current view, not of the rows it is made from: else a
  // corrected price would come back.
  const rows = await snapshot.columns<RecordColumns>(
    `SELECT coin, atSec, priceUsd, confidence FROM ${snapshot.current(prices, where)} ORDER BY coin, atSec`,
    {
      ...bindCoins(coins),
      ...cover,
    },
  )
  return groupByCoin(rows, minConfidence)
}

/**
 * The same around moments that repeat every `stepSec`, as a chart's do: the engine picks them by
 * arithmetic.
 */
export async function readPricesAround(
  snapshot: Snapshot,
  coins: readonly string[],
  momentsSec: readonly number[],
  { stepSec, widthSec }: { stepSec: number; widthSec: number },
): Promise<Map<string, PriceRecord[]>> {
  const [firstSec] = momentsSec
  if (firstSec === undefined) return new Map()
  const repeats = 2 * widthSec < stepSec
  const isNear =
    ' AND (atSec + {widthSec:UInt32} - {firstSec:UInt32}) % {stepSec:UInt32} <= 2 * {widthSec:UInt32}'
  const where = `${isAsked(coins)} AND atSec BETWEEN {from:UInt32} AND {to:UInt32}${repeats ? isNear : ''}`
  const from = Math.max(0, firstSec - widthSec)
  const to = Math.min(LATEST_UNIX_SEC, (momentsSec.at(-1) ?? firstSec) + widthSec)
  const rows = await snapshot.columns<RecordColumns>(
    `SELECT coin, atSec, priceUsd, confidence FROM ${snapshot.current(prices, where)} ORDER BY coin, atSec`,
    {
      ...bindCoins(coins),
      from,
      to,
      firstSec,
      stepSec,
      widthSec,
    },
  )
  return groupByCoin(rows, 0)
}

/** One coin is found by equality, which the engine plans quicker than a list of one. */
function isAsked(coins: readonly string[]): string {
  return coins.length === 1 ? 'coin = {coin:String}' : 'coin IN {coins:Array(String)}'
}

function bindCoins(coins: readonly string[]): { coin: string } | { coins: readonly string[] } {
  const [only, ...others] = coins
  return only !== undefined && others.length === 0 ? { coin: only } : { coins }
}

type RecordColumns = {
  coin: string[]
  atSec: number[]
  priceUsd: number[]
  confidence: (number | null)[]
}

function groupByCoin(rows: RecordColumns, minConfidence: number): Map<string, PriceRecord[]> {
  const byCoin = new Map<string, PriceRecord[]>()
  for (const { coin, ...record } of eachRow(rows)) {
    const list = byCoin.get(coin) ?? []
    byCoin.set(coin, list)
    if ((record.confidence ?? 1) >= minConfidence) list.push(record)
  }
  return byCoin
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
