import type { Snapshot } from '../../store/store.ts'
import { examine } from '../guards/examine.ts'
import type { Hold } from '../guards/hold.ts'
import type { PriceRemark } from '../prices/reconcile-prices.ts'
import { settlePrices } from '../prices/settle-prices.ts'
import type { Receipt } from '../receipts/receipt.ts'
import { listUnpriced, type Unpriced, wantedPrices } from './amounts-seen.ts'
import { type Asked, type CollectedBy, collectAll } from './collect.ts'
import type { LiveContext } from './live-context.ts'
import type { LiveJob } from './live-job.ts'
import type { FactRows } from './observation-writer.ts'
import { joinObservations, type Observations } from './observations.ts'
import type { PriceBook } from './price-book.ts'

/** A run that is ready to be stored, or only to be looked at. */
export interface PreparedRun {
  rows: FactRows[]
  holds: Hold[]
  flags: Hold[]
  unpriced: Unpriced[]
  priceRemarks: PriceRemark[]
  receipts: Receipt[]
}

export interface Priced {
  seen: Observations
  prices: PriceBook
  remarks: PriceRemark[]
}

/** Everything that comes before storing: ask the sources, settle prices, make rows, let the guards look at them. */
export async function prepareRun(context: LiveContext, job: LiveJob, asked: Asked): Promise<PreparedRun> {
  const snapshot = context.store.snapshot()
  const collected = await collectAll(context, job.sources, asked)
  const { seen, prices, remarks } = await price(context, snapshot, collected, asked.atSec)
  const made = makeRows(context, seen, prices)
  const unpriced = listUnpriced(seen, prices)
  const nowSec = Math.floor(context.clock.nowMs() / 1000)
  const { rows, holds, flags } = await examine(snapshot, context.watches, made, { nowSec, settings: context.guards })
  return { rows, holds, flags, unpriced, priceRemarks: remarks, receipts: toReceipts(collected, asked, prices, unpriced) }
}

/** Prices that were seen become one each, in dollars, and stand beside those that are known. */
export async function price(
  context: Pick<LiveContext, 'loadPriceBook'>,
  snapshot: Snapshot,
  collected: readonly CollectedBy[],
  atSec: number,
): Promise<Priced> {
  const raw = joinObservations(collected.map(({ observations }) => observations))
  const wanted = wantedPrices(raw, atSec)
  const known = await context.loadPriceBook(snapshot, wanted, { ...raw, prices: [] })
  if (raw.prices.length === 0) return { seen: raw, prices: known, remarks: [] }
  const redirects = new Map(raw.tokens.flatMap(({ coin, redirect }) => (redirect === undefined ? [] : [[coin, redirect] as const])))
  const settled = settlePrices(raw.prices, { findKnown: (coin, sec) => known.find(coin, sec), redirects })
  const seen = { ...raw, prices: settled.prices }
  return { seen, prices: await context.loadPriceBook(snapshot, wanted, seen), remarks: settled.remarks }
}

export function makeRows({ writers }: Pick<LiveContext, 'writers'>, seen: Observations, prices: PriceBook): FactRows[] {
  return writers.flatMap((write) => write(seen, prices)).filter(({ rows }) => rows.length > 0)
}

function toReceipts(collected: readonly CollectedBy[], asked: Asked, prices: PriceBook, unpriced: readonly Unpriced[]): Receipt[] {
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
  }))
}
