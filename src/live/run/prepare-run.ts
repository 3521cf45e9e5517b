import { toSec } from '../../lib/clock.ts'
import type { Asked } from '../../sources/model/live-source.ts'
import { joinObservations, type Observations } from '../../sources/model/observations.ts'
import { listUnpriced, type Unpriced, wantedPrices } from '../../sources/model/observed-amounts.ts'
import type { PriceBook } from '../../sources/model/price-book.ts'
import type { PriceRemark } from '../../sources/prices/reconcile-prices.ts'
import { settlePrices } from '../../sources/prices/settle-prices.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { applyGuards, type GuardOptions } from '../guards/apply-guards.ts'
import type { Hold } from '../guards/holds/hold.ts'
import type { FactRows } from '../model/fact-rows.ts'
import type { LiveJob } from '../model/live-job.ts'
import type { Period } from '../model/periods.ts'
import { nameOf, type ReadingInput, seriesOf, type Watch } from '../model/watch.ts'
import { listEarlierRuns, type Receipt } from '../receipts/receipt.ts'
import { type CollectedBy, collectAll, type PeriodRequest } from './collect.ts'
import type { LiveContext } from './live-context.ts'
import { dropUnchanged } from './only-changed.ts'
import { holdWithReadings, splitVanished } from './vanished-readings.ts'
import { listVanished } from './vanished-rows.ts'

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
  const { seen, prices, remarks, made, vanished } = await makeFigures(
    context,
    snapshot,
    collected,
    request,
  )
  const unpriced = listUnpriced(seen, prices)
  const { readings, parts } = splitVanished(vanished, made, context.watches)
  const { rows, holds, flags } = await applyGuards(
    snapshot,
    context.watches,
    [...made, ...readings],
    {
      nowSec: toSec(context.clock.nowMs()),
      settings: context.guards,
      inputsOf: groupInputs(context.watches, seen, prices),
    },
  )
  return {
    seen,
    prices,
    rows: [...rows, ...holdWithReadings(parts, holds, context.watches)],
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
  const inputs = new Map<string, ReadingInput[]>()
  for (const watch of watches) {
    for (const input of watch.listInputs?.(seen, prices) ?? []) {
      const key = keyOf(watch, seriesOf(watch, input.series), input.atSec)
      const known = inputs.get(key)
      if (known === undefined) inputs.set(key, [input])
      else known.push(input)
    }
  }
  return ({ watch, series, atSec }) => inputs.get(keyOf(watch, series, atSec)) ?? []
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
