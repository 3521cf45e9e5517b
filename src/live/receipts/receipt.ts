import { DAY_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import type { BlockRef } from '../../sources/chain/chain.ts'
import type { FetchedAddress } from '../../sources/model/fetch-source.ts'
import type { KnownPrice } from '../../sources/model/price-book.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { receipts } from './facts.ts'

/** What the figures of one source at one moment rest on. */
export interface Receipt {
  source: string
  atSec: number
  fromSec: number
  codeHash: string
  methodology: string
  methodologyVersion: number
  blocks: { chain: string; block: BlockRef }[]
  roundTrips: number
  prices: KnownPrice[]
  unpriced: string[]
  /** Addresses that were fetched. */
  addresses?: FetchedAddress[]
  /** The newest run whose facts were known when the figures were made. */
  knownRun: number
  /** How an adapter that no file of data/protocols names was addressed, as JSON. */
  address: string | null
  /** Hash of the code of readers; null for an adapter, whose `codeHash` is of its code. */
  programHash: string | null
}

const COLUMNS = sql`source, atSec, fromSec, codeHash, methodology, methodologyVersion, blocks, roundTrips, prices, unpriced, knownRun, address, programHash`

type ReceiptRow = Omit<Receipt, 'blocks' | 'prices' | 'addresses'> & {
  blocks: string
  prices: string
}

export function toReceiptRow(receipt: Receipt): Record<string, unknown> {
  return {
    ...receipt,
    blocks: JSON.stringify(receipt.blocks),
    prices: JSON.stringify(receipt.prices),
    addresses: receipt.addresses === undefined ? null : JSON.stringify(receipt.addresses),
  }
}

/** The receipts that came with a run, of all its sources. */
export async function listReceiptsOfRun(snapshot: Snapshot, run: number): Promise<Receipt[]> {
  const rows = await snapshot.query<ReceiptRow>(
    sql`SELECT ${COLUMNS} ${snapshot.allVersions(receipts, sql`run = {run:UInt32}`)} ORDER BY source, atSec`,
    { run },
  )
  return rows.map((row) => ({
    ...row,
    blocks: JSON.parse(row.blocks) as Receipt['blocks'],
    prices: JSON.parse(row.prices) as KnownPrice[],
  }))
}

/** The newest period of a fetched source, and what its servers said of each address. */
export interface LastFetch {
  atSec: number
  codeHash: string
  addresses: FetchedAddress[]
}

export async function loadLastFetch(snapshot: Snapshot, source: string): Promise<LastFetch | null> {
  const [row] = await snapshot.query<
    Pick<ReceiptRow, 'atSec' | 'codeHash'> & { addresses: string }
  >(
    sql`SELECT atSec, codeHash, ifNull(addresses, '[]') AS addresses ${snapshot.allVersions(receipts, sql`source = {source:String}`)} ORDER BY atSec DESC, run DESC LIMIT 1`,
    { source },
  )
  return row === undefined
    ? null
    : { ...row, addresses: JSON.parse(row.addresses) as FetchedAddress[] }
}

/** A period of a source that is in the store, and the code that made it last. */
export interface MadePeriod {
  source: string
  fromSec: number
  atSec: number
  codeHash: string
}

/** Periods of sources that end within a range, oldest first; of those with one end the longest. */
export function listMade(
  snapshot: Snapshot,
  sources: readonly string[],
  range: { afterSec: number; toSec: number },
): Promise<MadePeriod[]> {
  const isWanted = sql`source IN {sources:Array(String)} AND atSec > {afterSec:UInt32} AND atSec <= {toSec:UInt32}`
  // Only what is needed: years of receipts with their prices would not fit into memory.
  return snapshot.query<MadePeriod>(
    sql`SELECT source, atSec, fromSec, argMax(codeHash, run) AS codeHash ${snapshot.allVersions(receipts, isWanted)} GROUP BY source, atSec, fromSec ORDER BY atSec, source, fromSec LIMIT 1 BY source, atSec`,
    { sources, ...range },
  )
}

/** Blocks that the present figures of sources rest on, of periods that end after a time. */
export async function listBlocksRead(
  snapshot: Snapshot,
  sources: readonly string[],
  afterSec: number,
): Promise<{ fromSec: number; atSec: number; chain: string; block: BlockRef }[]> {
  const rows = await snapshot.query<{ fromSec: number; atSec: number; blocks: string }>(
    sql`SELECT fromSec, atSec, blocks FROM ${snapshot.current(receipts, sql`source IN {sources:Array(String)} AND atSec > {afterSec:UInt32}`)} ORDER BY atSec, source`,
    { sources, afterSec },
  )
  return rows.flatMap(({ fromSec, atSec, blocks }) =>
    (JSON.parse(blocks) as Receipt['blocks']).map(({ chain, block }) => ({
      fromSec,
      atSec,
      chain,
      block,
    })),
  )
}

/** What is there of one source, counting periods of one length only. */
export interface KnownPeriods {
  oldestSec: number
  newestSec: number
  /** Ends of those after the requested time. */
  recentSec: number[]
}

/** Full hours or days of sources that are in the store; a source that was never read is missing. */
export async function loadKnownPeriods(
  snapshot: Snapshot,
  sources: readonly string[],
  wanted: { lengthSec: number; afterSec: number },
): Promise<Map<string, KnownPeriods>> {
  const isWanted = sql`source IN {sources:Array(String)} AND toInt64(atSec) - toInt64(fromSec) = {lengthSec:Int64}`
  const rows = await snapshot.query<KnownPeriods & { source: string }>(
    sql`SELECT source, min(atSec) AS oldestSec, max(atSec) AS newestSec, groupUniqArrayIf(atSec, atSec > {afterSec:Int64}) AS recentSec ${snapshot.allVersions(receipts, isWanted)} GROUP BY source`,
    { sources, ...wanted },
  )
  return new Map(rows.map(({ source, ...known }) => [source, known]))
}

/** A run that read a period, with all sources it read. */
export interface EarlierRun {
  run: number
  fromSec: number
  atSec: number
  sources: string[]
}

/** Runs of one of the sources whose periods have the same end or start, or overlap. */
export async function listEarlierRuns(
  snapshot: Snapshot,
  sources: readonly string[],
  { fromSec, atSec }: { fromSec: number; atSec: number },
): Promise<EarlierRun[]> {
  // Bounds of atSec follow the table's order, so the usual first reading costs next to nothing.
  const isNear = sql`source IN {sources:Array(String)} AND atSec >= {fromSec:UInt32} AND atSec <= {lastSec:UInt32} AND (atSec = {atSec:UInt32} OR fromSec = {fromSec:UInt32} OR (atSec > {fromSec:UInt32} AND fromSec < {atSec:UInt32}))`
  const own = await snapshot.query<{ run: number }>(
    sql`SELECT DISTINCT run ${snapshot.allVersions(receipts, isNear)}`,
    { sources, fromSec, atSec, lastSec: fromSec + DAY_SEC },
  )
  if (own.length === 0) return []
  return snapshot.query<EarlierRun>(
    sql`SELECT run, fromSec, atSec, groupArray(source) AS sources ${snapshot.allVersions(receipts, sql`run IN {runs:Array(UInt32)}`)} GROUP BY run, fromSec, atSec ORDER BY run`,
    { runs: own.map(({ run }) => run) },
  )
}
