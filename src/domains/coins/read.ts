import { randomInt } from 'node:crypto'
import type { StateDefinition } from '../../cache/states.ts'
import { LATEST_UNIX_SEC } from '../../lib/clock.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { tokens } from '../registry/public.ts'
import { coverWindows, type Window } from './derive/cover-windows.ts'
import { blocks, prices, supplies } from './facts.ts'
import { type PriceRecord, PriceTable } from './price-table.ts'

/** Newest price and description of every coin; later runs are added row by row. */
export const priceTableState: StateDefinition<PriceTable> = {
  name: 'coins.priceTable',
  reads: [tokens, prices],
  build: async (snapshot) => fill(new PriceTable(randomInt(2 ** 31)), snapshot, 0),
  update: (table, snapshot, sinceRun) => fill(table, snapshot, sinceRun),
}

type Columns<R> = { [N in keyof R]: R[N][] } & Record<string, unknown[]>

async function fill(table: PriceTable, snapshot: Snapshot, sinceRun: number): Promise<PriceTable> {
  const described = await snapshot.columns<
    Columns<{ coin: string; symbol: string; decimals: number | null; redirect: string | null }>
  >(
    `SELECT coin, symbol, decimals, redirect FROM ${snapshot.current(tokens, 'run > {sinceRun:UInt32}')}`,
    {
      sinceRun,
    },
  )
  described.coin.forEach((coin, index) => {
    table.setToken(
      coin,
      described.symbol[index] ?? '',
      described.decimals[index] ?? null,
      described.redirect[index] ?? null,
    )
  })
  // A row that is newer by its time wins; of several versions of one time, the latest run's.
  const newest = await snapshot.columns<
    Columns<{ coin: string; newestSec: number; price: number; confidence: number | null }>
  >(
    `SELECT coin, max(atSec) AS newestSec, argMax(priceUsd, (atSec, run)) AS price, argMax(tuple(confidence), (atSec, run)).1 AS confidence
     ${snapshot.versions(prices, 'run > {sinceRun:UInt32}')} GROUP BY coin`,
    { sinceRun },
  )
  newest.coin.forEach((coin, index) => {
    const atSec = newest.newestSec[index] ?? 0
    const known = table.find(coin)?.newest
    if (known !== undefined && atSec < known.atSec) return
    table.setPrice(coin, {
      atSec,
      priceUsd: newest.price[index] ?? 0,
      confidence: newest.confidence[index] ?? null,
    })
  })
  return table
}

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
  const isCovered = ' AND intDiv(atSec, {stretchSec:UInt32}) IN {stretches:Array(UInt32)}'
  const where = `${isAsked(coins)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}${windows.length === 1 ? '' : isCovered}`
  // Doubtful prices are left out of the current view, not of the rows it is made from: else a price
  // that was corrected would come back.
  const rows = await snapshot.columns<PriceColumns>(
    `SELECT ${PRICE_COLUMNS} ${snapshot.versions(prices, where)} ORDER BY coin, atSec, run`,
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
  const rows = await snapshot.columns<PriceColumns>(
    `SELECT ${PRICE_COLUMNS} ${snapshot.versions(prices, where)} ORDER BY coin, atSec, run`,
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

const PRICE_COLUMNS = 'coin, atSec, priceUsd, confidence'
type PriceColumns = Columns<PriceRecord & { coin: string }>

/**
 * Each coin's records in order of time. The rows are all versions, later runs last, so the last of
 * each time is the one that holds: for as few rows as these, the engine would spend more on picking
 * it than on reading them.
 */
function groupByCoin(rows: PriceColumns, minConfidence: number): Map<string, PriceRecord[]> {
  const byCoin = new Map<string, PriceRecord[]>()
  rows.coin.forEach((coin, index) => {
    const record = {
      atSec: rows.atSec[index] ?? 0,
      priceUsd: rows.priceUsd[index] ?? 0,
      confidence: rows.confidence[index] ?? null,
    }
    const list = byCoin.get(coin) ?? []
    if (list.length === 0) byCoin.set(coin, list)
    if (list.at(-1)?.atSec === record.atSec) list.pop()
    list.push(record)
  })
  if (minConfidence === 0) return byCoin
  const trusted = (list: PriceRecord[]) =>
    list.filter(({ confidence }) => (confidence ?? 1) >= minConfidence)
  return new Map([...byCoin].map(([coin, list]) => [coin, trusted(list)]))
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
export const supplyState: StateDefinition<Map<string, number>> = {
  name: 'coins.supplies',
  reads: [supplies],
  build: async (snapshot) => {
    const rows = await snapshot.query<{ coin: string; supply: number }>(
      `SELECT coin, argMax(circulating, atSec) AS supply FROM ${snapshot.current(supplies)} GROUP BY coin`,
    )
    return new Map(rows.map((row) => [row.coin, row.supply]))
  },
}

/** Names of some coins, as far as token rows give them. */
export async function readTokenNames(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<Map<string, string>> {
  const rows = await snapshot.query<{ coin: string; name: string | null }>(
    `SELECT coin, name FROM ${snapshot.current(tokens, 'coin IN {coins:Array(String)}')}`,
    { coins },
  )
  return new Map(
    rows.flatMap(({ coin, name }): [string, string][] => (name === null ? [] : [[coin, name]])),
  )
}
