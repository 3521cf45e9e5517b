import type { StateDefinition } from '../../cache/states.ts'
import { current, type Snapshot } from '../../store/store.ts'
import { tableOf } from '../../store/tables.ts'
import { tokens } from '../registry/public.ts'
import { blocks, prices, supplies } from './facts.ts'
import { PriceTable } from './price-table.ts'

export interface PriceRecord {
  atSec: number
  priceUsd: number
  confidence: number | null
}

/** Newest price and description of every coin; later runs are added row by row. */
export const priceTableState: StateDefinition<PriceTable> = {
  name: 'coins.priceTable',
  reads: [tokens, prices],
  build: async (snapshot) => fill(new PriceTable(), snapshot, 0),
  update: (table, snapshot, sinceRun) => fill(table, snapshot, sinceRun),
}

type Columns<R> = { [N in keyof R]: R[N][] } & Record<string, unknown[]>

async function fill(table: PriceTable, snapshot: Snapshot, sinceRun: number): Promise<PriceTable> {
  const described = await snapshot.columns<Columns<{ coin: string; symbol: string; decimals: number | null; redirect: string | null }>>(
    `SELECT coin, symbol, decimals, redirect FROM ${current(tokens, 'run > {sinceRun:UInt32}')}`,
    { sinceRun },
  )
  described.coin.forEach((coin, index) => {
    table.setToken(coin, described.symbol[index] ?? '', described.decimals[index] ?? null, described.redirect[index] ?? null)
  })
  // A row that is newer by its time wins; of several versions of one time, the latest run's.
  const newest = await snapshot.columns<Columns<{ coin: string; newestSec: number; price: number; confidence: number | null }>>(
    `SELECT coin, max(atSec) AS newestSec, argMax(priceUsd, (atSec, run)) AS price, argMax(tuple(confidence), (atSec, run)).1 AS confidence
     FROM ${tableOf(prices)}
     WHERE run > {sinceRun:UInt32} AND run <= {snapshotRun:UInt32} AND quality != 'held' GROUP BY coin`,
    { sinceRun },
  )
  newest.coin.forEach((coin, index) => {
    const atSec = newest.newestSec[index] ?? 0
    const known = table.findPrice(coin)
    if (known === undefined || atSec >= known.atSec) table.setPrice(coin, atSec, newest.price[index] ?? 0, newest.confidence[index] ?? null)
  })
  return table
}

export interface Window {
  fromSec: number
  toSec: number
}

/** Records of some coins that lie in any of the windows, each coin's in order of time. */
export async function readPrices(
  snapshot: Snapshot,
  coins: readonly string[],
  windows: readonly Window[],
  minConfidence = 0,
): Promise<Map<string, PriceRecord[]>> {
  if (coins.length === 0 || windows.length === 0) return new Map()
  const merged = mergeWindows(windows)
  const rows = await snapshot.columns<PriceColumns>(
    `SELECT coin, atSec, priceUsd, confidence FROM ${current(
      prices,
      `coin IN {coins:Array(String)} AND atSec BETWEEN {first:UInt32} AND {last:UInt32} AND ifNull(confidence, 1) >= {minConfidence:Float64}` +
        (merged.length === 1
          ? ''
          : ' AND arrayExists((low, high) -> atSec BETWEEN low AND high, {froms:Array(UInt32)}, {tos:Array(UInt32)})'),
    )} ORDER BY coin, atSec`,
    {
      coins,
      minConfidence,
      first: merged[0]?.fromSec ?? 0,
      last: merged.at(-1)?.toSec ?? 0,
      froms: merged.map((window) => window.fromSec),
      tos: merged.map((window) => window.toSec),
    },
  )
  return groupByCoin(rows)
}

/** The same for windows that repeat every `periodSec`, as a chart's do: the engine picks them by arithmetic. */
export async function readPricesAround(
  snapshot: Snapshot,
  coins: readonly string[],
  moments: { firstSec: number; lastSec: number; periodSec: number; widthSec: number },
): Promise<Map<string, PriceRecord[]>> {
  const { firstSec, lastSec, periodSec, widthSec } = moments
  const repeats = 2 * widthSec < periodSec
  const rows = await snapshot.columns<PriceColumns>(
    `SELECT coin, atSec, priceUsd, confidence FROM ${current(
      prices,
      'coin IN {coins:Array(String)} AND atSec BETWEEN {from:UInt32} AND {to:UInt32}' +
        (repeats ? ' AND (atSec + {widthSec:UInt32} - {firstSec:UInt32}) % {periodSec:UInt32} <= 2 * {widthSec:UInt32}' : ''),
    )} ORDER BY coin, atSec`,
    { coins, from: Math.max(0, firstSec - widthSec), to: lastSec + widthSec, firstSec, periodSec, widthSec },
  )
  return groupByCoin(rows)
}

type PriceColumns = Columns<PriceRecord & { coin: string }>

function groupByCoin(rows: PriceColumns): Map<string, PriceRecord[]> {
  const byCoin = new Map<string, PriceRecord[]>()
  rows.coin.forEach((coin, index) => {
    const record = { atSec: rows.atSec[index] ?? 0, priceUsd: rows.priceUsd[index] ?? 0, confidence: rows.confidence[index] ?? null }
    const list = byCoin.get(coin)
    if (list === undefined) byCoin.set(coin, [record])
    else list.push(record)
  })
  return byCoin
}

/** Earliest record of each coin. */
export async function readFirstPrices(snapshot: Snapshot, coins: readonly string[]): Promise<Map<string, PriceRecord>> {
  const rows = await snapshot.query<PriceRecord & { coin: string }>(
    `SELECT coin, atSec, priceUsd, confidence FROM ${current(prices, 'coin IN {coins:Array(String)}')} ORDER BY coin, atSec LIMIT 1 BY coin`,
    { coins },
  )
  return new Map(rows.map((row) => [row.coin, row]))
}

/** The newest block at or before a moment, not older than `widthSec`. */
export async function findBlock(
  snapshot: Snapshot,
  chain: string,
  momentSec: number,
  widthSec: number,
): Promise<{ height: number; atSec: number } | undefined> {
  const rows = await snapshot.query<{ height: number; atSec: number }>(
    `SELECT height, atSec FROM ${current(blocks, 'chain = {chain:String} AND atSec BETWEEN {from:UInt32} AND {to:UInt32}')} ORDER BY atSec DESC, height DESC LIMIT 1`,
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
      `SELECT coin, argMax(circulating, atSec) AS supply FROM ${current(supplies)} GROUP BY coin`,
    )
    return new Map(rows.map((row) => [row.coin, row.supply]))
  },
}

/** Overlapping windows become one; the result is in order of time. */
function mergeWindows(windows: readonly Window[]): Window[] {
  const merged: Window[] = []
  for (const window of [...windows].sort((a, b) => a.fromSec - b.fromSec)) {
    const last = merged.at(-1)
    if (last !== undefined && window.fromSec <= last.toSec + 1) last.toSec = Math.max(last.toSec, window.toSec)
    else merged.push({ fromSec: Math.max(0, window.fromSec), toSec: window.toSec })
  }
  return merged
}
