import { DAY_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import type { BlockRef } from '../../sources/chain/chain.ts'
import type { FetchedUrl } from '../../sources/model/live-source.ts'
import type { KnownPrice } from '../../sources/model/price-book.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact, type RowOf } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'

/** What a run's figures rest on. A period read again gets a new version of its receipt. */
export const receipts = defineFact({
  name: 'run_receipts',
  isLog: true,
  describe:
    'Receipts of live runs: the code, blocks, URLs and prices behind the figures of a source at a timestamp.',
  key: { source: t.text('Source, such as reader:my-dex', { max: 300 }) },
  time: 'atSec',
  values: {
    fromSec: t.int('Start of the period that flows were counted over, Unix seconds', { min: 0 }),
    codeHash: t.text('Hash of the code and settings that made the figures', { max: 100 }),
    methodology: t.text('What was counted, in words'),
    methodologyVersion: t.int('Number of that text’s version', { min: 0 }),
    blocks: t.text('Chain, number, hash and time of each block read, as JSON'),
    roundTrips: t.int('Requests made to nodes', { min: 0 }),
    prices: t.text('Prices used: coin, record’s coin, US dollars, time, confidence, as JSON'),
    unpriced: t.texts('Coins that had no price and count for nothing'),
    addresses: orNull(
      t.text('URLs that were fetched, each with its ETag, date and time of response, as JSON'),
    ),
    knownRun: t.int('Newest run whose facts were known when the figures were made', { min: 0 }),
    programHash: orNull(
      t.text('Hash of the readers’ code; of an adapter, codeHash is', { max: 100 }),
    ),
    address: orNull(t.text('How an adapter that no file names was addressed, as JSON')),
  },
  local: ['address'],
})

type ReceiptRow = RowOf<typeof receipts>

/** What the figures of one source at one timestamp rest on. */
export interface Receipt extends Omit<ReceiptRow, 'blocks' | 'prices' | 'addresses'> {
  blocks: { chain: string; block: BlockRef }[]
  prices: KnownPrice[]
  /** URLs that were fetched. */
  addresses?: FetchedUrl[]
}

const COLUMNS = sql`source, atSec, fromSec, codeHash, methodology, methodologyVersion, blocks, roundTrips, prices, unpriced, knownRun, address, programHash`

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
  const rows = await snapshot.query<Omit<ReceiptRow, 'addresses'>>(
    sql`SELECT ${COLUMNS} ${snapshot.allVersions(receipts, sql`run = {run:UInt32}`)} ORDER BY source, atSec`,
    { run },
  )
  return rows.map((row) => ({
    ...row,
    blocks: JSON.parse(row.blocks) as Receipt['blocks'],
    prices: JSON.parse(row.prices) as KnownPrice[],
  }))
}

/** The newest period of a fetched source, and what its servers said of each URL. */
export interface LastFetch {
  atSec: number
  codeHash: string
  addresses: FetchedUrl[]
}

export async function loadLastFetch(snapshot: Snapshot, source: string): Promise<LastFetch | null> {
  const [row] = await snapshot.query<
    Pick<ReceiptRow, 'atSec' | 'codeHash'> & { addresses: string }
  >(
    sql`SELECT atSec, codeHash, ifNull(addresses, '[]') AS addresses ${snapshot.allVersions(receipts, sql`source = {source:String}`)} ORDER BY atSec DESC, run DESC LIMIT 1`,
    { source },
  )
  return row === undefined ? null : { ...row, addresses: JSON.parse(row.addresses) as FetchedUrl[] }
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
    (JSON.parse(blocks) as Receipt['blocks']).map((read) => ({ fromSec, atSec, ...read })),
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
