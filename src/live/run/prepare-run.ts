import { collectBatches } from '../../lib/batches.ts'
import { toSec } from '../../lib/clock.ts'
import { identifier, identifiers, sql } from '../../lib/sql.ts'
import type { ChainReader } from '../../sources/chain/chain.ts'
import { listUnpriced, type Unpriced, wantedPrices } from '../../sources/model/amounts.ts'
import type { Asked, Collected, LiveSource } from '../../sources/model/live-source.ts'
import { joinObservations, type Observations } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import type { PriceRemark } from '../../sources/prices/reconcile-prices.ts'
import { settlePrices } from '../../sources/prices/resolve-relative.ts'
import { sourceColumns } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { applyGuards, type GuardOptions } from '../guards/apply-guards.ts'
import type { Hold } from '../guards/holds/facts.ts'
import { type FactRows, type Row, rowKey } from '../model/fact-rows.ts'
import type { LiveJob } from '../model/live-job.ts'
import type { Period } from '../model/periods.ts'
import { nameOf, seriesOf, type Watch } from '../model/watch.ts'
import { listEarlierRuns, type Receipt } from '../receipts/receipt.ts'
import { pinBlock } from './chains.ts'
import type { LiveContext } from './live-context.ts'
import { holdWithReadings, listVanished, splitVanished } from './vanished-rows.ts'

/** A run that is ready to be stored, or only to be shown. */
export interface PreparedRun {
  /** What the sources saw, and the prices it was valued with. */
  seen: Observations
  prices: PriceBook
  rows: FactRows[]
  holds: Hold[]
  flags: Hold[]
  unpriced: Unpriced[]
  priceRemarks: PriceRemark[]
  receipts: Receipt[]
  /** What third-party modules asked for. */
  asked: Asked[]
}

interface Priced {
  seen: Observations
  prices: PriceBook
  remarks: PriceRemark[]
}

export interface Figures extends Priced {
  /** The rows of all domains. */
  made: FactRows[]
  /** Rows that take back what an earlier reading of the same period saw. */
  vanished: FactRows[]
}

/** Everything before storing: read the sources, settle prices, make rows, apply the guards. */
export async function prepareRun(
  context: LiveContext,
  job: LiveJob,
  request: PeriodRequest,
): Promise<PreparedRun> {
  const collected = await collectAll(context, job.sources, request)
  // Sources may take minutes; what others have stored meanwhile, such as prices, counts.
  const snapshot = context.store.snapshot()
  const figures = await makeFigures(context, snapshot, collected, request)
  const { seen, prices, remarks, made, vanished } = figures
  const unpriced = listUnpriced(seen, prices)
  const { watches, guards: settings } = context
  const { readings, parts } = splitVanished(vanished, made, watches)
  const { rows, holds, flags } = await applyGuards(snapshot, watches, [...made, ...readings], {
    nowSec: toSec(context.clock.nowMs()),
    settings,
    inputsOf: groupInputs(watches, seen, prices),
  })
  return {
    seen,
    prices,
    rows: [...rows, ...holdWithReadings(parts, holds, watches)],
    holds,
    flags,
    unpriced,
    priceRemarks: remarks,
    asked: collected.flatMap(({ asked }) => asked ?? []),
    receipts: toReceipts(collected, request, { prices, unpriced, knownRun: snapshot.run }),
  }
}

/** What was collected becomes rows, over what a snapshot shows. */
export async function makeFigures(
  { loadPriceBook, writers, store }: Pick<LiveContext, 'loadPriceBook' | 'writers' | 'store'>,
  snapshot: Snapshot,
  collected: readonly CollectedBy[],
  period: Period,
): Promise<Figures> {
  const sources = collected.map(({ source }) => source.id)
  const [priced, earlier] = await Promise.all([
    price(loadPriceBook, snapshot, collected, period.atSec),
    listEarlierRuns(snapshot, sources, period),
  ])
  const made = await dropUnchanged(snapshot, [
    ...writers.flatMap((write) => write(priced.seen, priced.prices)),
    ...collected.flatMap(({ rows = [] }) => rows),
  ])
  const namesOfRuns = async (runs: readonly number[]) => {
    const found = await store.journal.findAll(runs)
    return runs.map((run) => found.get(run)?.source)
  }
  const vanished = await listVanished(snapshot, made, { ...period, sources, earlier, namesOfRuns })
  return { ...priced, made: made.filter(({ rows }) => rows.length > 0), vanished }
}

/** Observed prices are settled to one per coin, in dollars, beside those that are known. */
async function price(
  loadPriceBook: LiveContext['loadPriceBook'],
  snapshot: Snapshot,
  collected: readonly CollectedBy[],
  atSec: number,
): Promise<Priced> {
  const raw = joinObservations(collected.map(({ observations }) => observations))
  const wanted = wantedPrices(raw, atSec)
  const known = await loadPriceBook(snapshot, wanted, { ...raw, prices: [] })
  if (raw.prices.length === 0) return { seen: raw, prices: known, remarks: [] }
  const redirects = new Map(
    raw.tokens.flatMap(({ coin, redirect }) =>
      redirect === undefined ? [] : [[coin, redirect] as const],
    ),
  )
  const settled = settlePrices(raw.prices, {
    findKnown: (coin, sec) => known.find(coin, sec),
    redirects,
  })
  const seen = { ...raw, prices: settled.prices }
  return { seen, prices: await loadPriceBook(snapshot, wanted, seen), remarks: settled.remarks }
}

/** The amounts behind a reading, as far as domains declare them. */
function groupInputs(
  watches: readonly Watch[],
  seen: Observations,
  prices: PriceBook,
): NonNullable<GuardOptions['inputsOf']> {
  const keyOf = (watch: Watch, series: string, atSec: number) =>
    JSON.stringify([nameOf(watch), series, atSec])
  const inputs = watches.flatMap((watch) =>
    (watch.listInputs?.(seen, prices) ?? []).map((input) => {
      const key = keyOf(watch, seriesOf(watch, input.series), input.atSec)
      return { key, input }
    }),
  )
  const groups = Map.groupBy(inputs, ({ key }) => key)
  return ({ watch, series, atSec }) =>
    groups.get(keyOf(watch, series, atSec))?.map(({ input }) => input) ?? []
}

function toReceipts(
  collected: readonly CollectedBy[],
  { fromSec, atSec }: Period,
  used: { prices: PriceBook; unpriced: readonly Unpriced[]; knownRun: number },
): Receipt[] {
  return collected.map(({ source, blocks, roundTrips, asked, addresses }) => ({
    source: source.id,
    atSec,
    fromSec,
    codeHash: source.codeHash,
    methodology: source.methodology,
    methodologyVersion: source.methodologyVersion,
    blocks,
    roundTrips,
    prices: [...used.prices.inputs(), ...(asked?.prices ?? [])],
    unpriced: [...new Set(used.unpriced.map(({ coin }) => coin))],
    ...(addresses !== undefined && { addresses }),
    knownRun: used.knownRun,
    address: source.address ?? null,
    programHash: source.programHash?.() ?? null,
  }))
}

// Bound values travel in the URL of a request, which servers limit.
const KEYS_BATCH_SIZE = 1_000

/** Leaves out rows that say what is on record already, where a source wants that. */
function dropUnchanged(snapshot: Snapshot, made: readonly FactRows[]): Promise<FactRows[]> {
  return Promise.all(
    made.map(async (one) =>
      one.onlyChanged === true && one.rows.length > 0
        ? { ...one, rows: await listChanged(snapshot, one) }
        : one,
    ),
  )
}

async function listChanged(snapshot: Snapshot, { fact, rows }: FactRows): Promise<Row[]> {
  const { time } = fact
  const [first] = Object.keys(fact.key)
  if (time === undefined || first === undefined) return rows
  const isText = fact.key[first]?.kind !== 'int'
  const keyOf = rowKey(fact)
  const contentOf = (row: Row) => JSON.stringify(Object.keys(fact.values).map((name) => row[name]))
  const where = sql`${identifier(first)} IN {keys:Array(${isText ? sql`String` : sql`Int64`})} AND ${identifier(time)} BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`
  const byKey = [...Map.groupBy(rows, (row) => row[first])]
  return collectBatches(byKey, KEYS_BATCH_SIZE, async (batch) => {
    const own = batch.flatMap(([, members]) => members)
    const times = own.map((row) => Number(row[time]))
    const stored = await snapshot.query<Row>(
      sql`SELECT ${identifiers(sourceColumns(fact))} FROM ${snapshot.current(fact, where)}`,
      {
        keys: batch.map(([key]) => key as string),
        fromSec: times.reduce((least, sec) => Math.min(least, sec)),
        toSec: times.reduce((most, sec) => Math.max(most, sec)),
      },
    )
    const known = new Map(stored.map((row) => [keyOf(row), contentOf(row)]))
    return own.filter((row) => known.get(keyOf(row)) !== contentOf(row))
  })
}

/** A period to read. `newest`: up to now instead of to the end of a full hour or day. */
export interface PeriodRequest extends Period {
  newest?: boolean
  /** Blocks to read at, instead of those that belong to the time. */
  blocks?: ReadonlyMap<string, number>
  /** The period is made again to compare it. */
  isVerification?: boolean
}

export interface CollectedBy extends Collected {
  source: LiveSource
}

/** Reads the same period from every source of a job; all of them see the same block of a chain. */
export async function collectAll(
  { chains, log }: Pick<LiveContext, 'chains' | 'log'>,
  sources: readonly LiveSource[],
  request: PeriodRequest,
): Promise<CollectedBy[]> {
  const { atSec, fromSec, isVerification = false } = request
  const readers = new Map<string, Promise<ChainReader>>()
  const reader = (chain: string): Promise<ChainReader> =>
    readers.getOrInsertComputed(chain, () => openReader(chains, chain, request))
  return Array.fromAsync(sources, async (source) => ({
    source,
    ...(await source.collect({ atSec, fromSec, reader, log, isVerification })),
  }))
}

async function openReader(
  chains: LiveContext['chains'],
  chain: string,
  request: PeriodRequest,
): Promise<ChainReader> {
  const client = chains.get(chain)
  const number = request.blocks?.get(chain)
  const block =
    number === undefined
      ? await pinBlock(client, request.atSec, request.newest === true)
      : await client.blockNumbered(number)
  return client.at(block)
}
