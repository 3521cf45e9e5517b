import { UsageError } from '../../lib/errors.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { tableOf } from '../../store/tables.ts'
import type { BlockRef } from '../chain/chain.ts'
import { collectAll } from '../live/collect.ts'
import type { LiveContext } from '../live/live-context.ts'
import type { LiveSource } from '../live/live-source.ts'
import { makeRows, price } from '../live/prepare-run.ts'
import { normalizeRows } from '../live/stage-rows.ts'
import { compareFigures, type FigureDifference } from './compare-figures.ts'
import { listReceiptsOfRun, type Receipt } from './receipt.ts'

export interface Verification {
  run: number
  figures: number
  /** Figures that differ by more than the tolerance, or are missing on one side. */
  differences: FigureDifference[]
  /** What makes the comparison less than exact: code that has changed, a block that was replaced. */
  remarks: string[]
}

/** Makes the figures of a run again, at its own blocks and with what was known then, and compares them with what was stored. */
export async function verifyRun(context: LiveContext, sources: readonly LiveSource[], run: number): Promise<Verification> {
  const before = context.store.snapshotOf(run - 1)
  const kept = await listReceiptsOfRun(context.store.snapshot(), run)
  const [first] = kept
  if (first === undefined) throw new UsageError(`Run ${run} has no receipt: only runs that read chains or adapters can be made again.`)
  const remarks: string[] = []
  const asked = { fromSec: first.fromSec, atSec: first.atSec, blocks: blocksOf(kept) }
  const used = kept.map((receipt) => findSource(sources, receipt, remarks))
  const collected = await collectAll(context, used, asked)
  for (const { chain, block } of collected.flatMap((one) => one.blocks)) remarks.push(...compareBlock(kept, chain, block))
  const { seen, prices } = await price(context, before, collected, first.atSec)
  const made = makeRows(context, seen, prices)
  const differences: FigureDifference[] = []
  let figures = 0
  for (const factRows of made) {
    const again = await normalizeRows(context.store, factRows, before)
    const stored = await readStored(context, factRows.fact, run)
    figures += stored.length
    differences.push(...compareFigures(factRows.fact, stored, again))
  }
  return { run, figures, differences, remarks }
}

function blocksOf(kept: readonly Receipt[]): Map<string, number> {
  return new Map(kept.flatMap(({ blocks }) => blocks.map(({ chain, block }) => [chain, block.number] as const)))
}

function findSource(sources: readonly LiveSource[], receipt: Receipt, remarks: string[]): LiveSource {
  const source = sources.find(({ id }) => id === receipt.source)
  if (source === undefined)
    throw new UsageError(`${receipt.source} is not configured any more, so its run cannot be made again. Put its file back and try again.`)
  if (source.codeHash !== receipt.codeHash) remarks.push(`${source.id} has changed since: what differs may be what was changed.`)
  return source
}

function compareBlock(kept: readonly Receipt[], chain: string, block: BlockRef): string[] {
  const known = kept.flatMap(({ blocks }) => blocks).find((one) => one.chain === chain)?.block
  return known === undefined || known.hash === block.hash
    ? []
    : [`Block ${block.number} of ${chain} has been replaced: it was ${known.hash}, it is ${block.hash}.`]
}

async function readStored({ store }: LiveContext, fact: Fact, run: number): Promise<Record<string, unknown>[]> {
  return store
    .snapshot()
    .query(
      `SELECT ${sourceColumns(fact).join(', ')} FROM ${tableOf(fact)} WHERE run = {run:UInt32} AND run <= {snapshotRun:UInt32} ` +
        `AND quality != 'carried' ORDER BY ${identityColumns(fact).join(', ')}`,
      { run },
    )
}
