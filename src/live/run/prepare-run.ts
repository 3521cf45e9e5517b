import { joinObservations, type Observations } from '../../sources/model/observations.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import type { PriceRemark } from '../../sources/prices/reconcile-prices.ts'
import { settlePrices } from '../../sources/prices/settle-prices.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { examine } from '../guards/examine.ts'
import type { Hold } from '../guards/hold.ts'
import { listEarlierRuns, type Receipt } from '../receipts/receipt.ts'
import { listUnpriced, type Unpriced, wantedPrices } from './amounts-seen.ts'
import { type Asked, type CollectedBy, collectAll } from './collect.ts'
import type { LiveContext } from './live-context.ts'
import type { LiveJob } from './live-job.ts'
import type { FactRows } from './observation-writer.ts'
import type { Period } from './periods.ts'
import { listPriceAges } from './price-ages.ts'
import { heldWith, partVanished } from './vanished-readings.ts'
import { listVanished } from './vanished-rows.ts'

/** A run that is ready to be stored, or only to be looked at. */
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
}

interface Priced {
  seen: Observations
  prices: PriceBook
  remarks: PriceRemark[]
}

export interface Figures extends Priced {
  /** The rows of all domains. */
  made: FactRows[]
  /** Rows that take back what an earlier reading of the same stretch saw. */
  vanished: FactRows[]
}

/**
 * Everything that comes before storing: ask the sources, settle prices, make rows, let the guards
 * look at them.
 */
export async function prepareRun(
  context: LiveContext,
  job: LiveJob,
  asked: Asked,
): Promise<PreparedRun> {
  const collected = await collectAll(context, job.sources, asked)
  // Sources may take minutes; what others have stored meanwhile, such as prices, counts.
  const snapshot = context.store.snapshot()
  const { seen, prices, remarks, made, vanished } = await makeFigures(
    context,
    snapshot,
    collected,
    asked,
  )
  const unpriced = listUnpriced(seen, prices)
  const nowSec = Math.floor(context.clock.nowMs() / 1000)
  const { readings, parts } = partVanished(vanished, made, context.watches)
  const inputs = listPriceAges(seen, prices, context.watches)
  const judged = { nowSec, settings: context.guards, memory: context.memory, inputs }
  const { rows, holds, flags } = await examine(
    snapshot,
    context.watches,
    [...made, ...readings],
    judged,
  )
  const receipts = toReceipts(collected, asked, { prices, unpriced, knownRun: snapshot.run })
  return {
    seen,
    prices,
    rows: [...rows, ...heldWith(parts, holds, context.watches)],
    holds,
    flags,
    unpriced,
    priceRemarks: remarks,
    receipts,
  }
}

/** What was collected becomes rows, over what a snapshot shows. */
export async function makeFigures(
  { loadPriceBook, writers, store }: Pick<LiveContext, 'loadPriceBook' | 'writers' | 'store'>,
  snapshot: Snapshot,
  collected: readonly CollectedBy[],
  asked: Period,
): Promise<Figures> {
  const sources = collected.map(({ source }) => source.id)
  const [priced, earlier] = await Promise.all([
    price(loadPriceBook, snapshot, collected, asked.atSec),
    listEarlierRuns(snapshot, sources, asked),
  ])
  const made = writers.flatMap((write) => write(priced.seen, priced.prices))
  const nameOfRun = (run: number) => store.journal.find(run)?.source
  const vanished = await listVanished(snapshot, made, { ...asked, sources, earlier, nameOfRun })
  return { ...priced, made: made.filter(({ rows }) => rows.length > 0), vanished }
}

/** Prices that were seen become one each, in dollars, and stand beside those that are known. */
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

function toReceipts(
  collected: readonly CollectedBy[],
  asked: Asked,
  {
    prices,
    unpriced,
    knownRun,
  }: { prices: PriceBook; unpriced: readonly Unpriced[]; knownRun: number },
): Receipt[] {
  return collected.map(({ source, blocks, roundTrips }) => ({
    source: source.id,
    atSec: asked.atSec,
    fromSec: asked.fromSec,
    codeHash: source.codeHash,
    methodology: source.methodology,
    methodologyVersion: source.methodologyVersion,
    blocks,
    roundTrips,
    prices: prices.inputs(),
    unpriced: [...new Set(unpriced.map(({ coin }) => coin))],
    knownRun,
  }))
}
