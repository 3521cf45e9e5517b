import { UsageError } from '../../lib/errors.ts'
import { identifiers, sql } from '../../lib/sql.ts'
import type { BlockRef } from '../../sources/chain/chain.ts'
import type { LiveSource } from '../../sources/model/live-source.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { qualityHolds } from '../guards/holds/facts.ts'
import { type FactRows, type Row, rowKey } from '../model/fact-rows.ts'
import { listReceiptsOfRun, type Receipt, receipts } from '../receipts/receipt.ts'
import type { LiveContext } from '../run/live-context.ts'
import { collectAll, makeFigures } from '../run/prepare-run.ts'
import { normalizeRows } from '../run/settle-rows.ts'

export interface Verification {
  run: number
  figures: number
  /** Figures that differ by more than the tolerance, or are missing on one side. */
  differences: FigureDifference[]
  /** What makes the comparison inexact: code that has changed, a block that was replaced. */
  remarks: string[]
}

/** Makes a run's figures again, at its blocks and with what was known then, and compares them. */
export async function verifyRun(
  context: LiveContext,
  sources: readonly LiveSource[],
  run: number,
): Promise<Verification> {
  const { store } = context
  const receiptsOfRun = await listReceiptsOfRun(store.snapshot(), run)
  const [first] = receiptsOfRun
  if (first === undefined)
    throw new UsageError(
      `Run ${run} has no receipt: only runs that read chains or adapters can be made again.`,
    )
  const remarks: string[] = []
  const { fromSec, atSec } = first
  const request = { fromSec, atSec, blocks: blocksOf(receiptsOfRun), isVerification: true }
  const used = receiptsOfRun.map((receipt) => findSource(sources, receipt, remarks))
  const collected = await collectAll(context, used, request)
  for (const { chain, block } of collected.flatMap((one) => one.blocks))
    remarks.push(...compareBlock(receiptsOfRun, chain, block))
  // Other runs may have been committed between the making of this one's figures and its own commit.
  const known = store.snapshotOf(first.knownRun)
  const { made: seenAgain, vanished } = await makeFigures(context, known, collected, request)
  const made = [...seenAgain, ...vanished]
  const differences: FigureDifference[] = []
  let figures = 0
  for (const fact of await comparedFacts(context, run, made)) {
    const own = made.filter((one) => one.fact.name === fact.name)
    const before = store.snapshotOf(run - 1)
    const again = (await Promise.all(own.map((rows) => normalizeRows(store, rows, before)))).flat()
    const stored = ownRows(fact, await readStored(context, fact, run), { again, fromSec })
    figures += stored.length
    differences.push(...compareFigures(fact, stored, again))
  }
  return { run, figures, differences, remarks: [...new Set(remarks)] }
}

/** Facts that either side has rows of; receipts and holds are not figures. */
async function comparedFacts(
  { store }: LiveContext,
  run: number,
  made: readonly FactRows[],
): Promise<Fact[]> {
  const names = new Set([
    ...((await store.journal.find(run))?.facts ?? []),
    ...made.map(({ fact }) => fact.name),
  ])
  for (const { name } of [receipts, qualityHolds]) names.delete(name)
  return [...names].flatMap((name) => store.facts.get(name) ?? [])
}

/** Without earlier readings that this run released: they are older than its period. */
function ownRows(
  fact: Fact,
  stored: readonly Row[],
  { again, fromSec }: { again: readonly Row[]; fromSec: number },
): Row[] {
  if (fact.time === undefined) return [...stored]
  const { time } = fact
  const keyOf = rowKey(fact)
  const made = new Set(again.map(keyOf))
  return stored.filter((row) => Number(row[time]) >= fromSec || made.has(keyOf(row)))
}

function blocksOf(receiptsOfRun: readonly Receipt[]): Map<string, number> {
  return new Map(
    receiptsOfRun.flatMap(({ blocks }) =>
      blocks.map(({ chain, block }) => [chain, block.number] as const),
    ),
  )
}

function findSource(
  sources: readonly LiveSource[],
  receipt: Receipt,
  remarks: string[],
): LiveSource {
  const source = sources.find(({ id }) => id === receipt.source)
  if (source === undefined)
    throw new UsageError(
      `${receipt.source} is not configured any more, so its run cannot be made again. Put its file back and try again.`,
    )
  if (!source.hasPast)
    remarks.push(`${source.id} can only say what is true now: what differs may have changed since.`)
  if (source.codeHash !== receipt.codeHash)
    remarks.push(`${source.id} has changed since: what differs may be what was changed.`)
  const { programHash } = receipt
  if (programHash !== null && programHash !== source.programHash?.())
    remarks.push('The code of readers has changed since: what differs may be what was changed.')
  return source
}

function compareBlock(receiptsOfRun: readonly Receipt[], chain: string, block: BlockRef): string[] {
  const known = receiptsOfRun
    .flatMap(({ blocks }) => blocks)
    .find((one) => one.chain === chain)?.block
  if (known === undefined || known.hash === block.hash) return []
  const change = `it was ${known.hash}, it is ${block.hash}`
  return [`Block ${block.number} of ${chain} has been replaced: ${change}.`]
}

async function readStored({ store }: LiveContext, fact: Fact, run: number): Promise<Row[]> {
  const snapshot = store.snapshot()
  const isOwn = sql`run = {run:UInt32} AND quality != 'carried'`
  return snapshot.query(
    sql`SELECT ${identifiers(sourceColumns(fact))} ${snapshot.allVersions(fact, isOwn)} ORDER BY ${identifiers(identityColumns(fact))}`,
    { run },
  )
}

/** Prices and rounding may move the last digits of a figure. */
const TOLERANCE = 0.001

interface FigureDifference {
  fact: string
  /** Key and time of the row, as JSON. */
  row: string
  column: string
  stored: unknown
  again: unknown
}

/** Compares rows by key; numbers may differ by a thousandth, everything else must be equal. */
export function compareFigures(
  fact: Fact,
  stored: readonly Row[],
  again: readonly Row[],
): FigureDifference[] {
  const identity = identityColumns(fact)
  const nameOf = (row: Row) =>
    JSON.stringify(Object.fromEntries(identity.map((column) => [column, row[column]])))
  const made = new Map(again.map((row) => [nameOf(row), row]))
  const differences: FigureDifference[] = []
  for (const row of stored) {
    const name = nameOf(row)
    const other = made.get(name)
    made.delete(name)
    if (other === undefined)
      differences.push({ fact: fact.name, row: name, column: '', stored: 'is there', again: null })
    else differences.push(...compareRow(fact, name, row, other))
  }
  for (const name of made.keys())
    differences.push({ fact: fact.name, row: name, column: '', stored: null, again: 'is there' })
  return differences
}

function compareRow(fact: Fact, name: string, stored: Row, again: Row): FigureDifference[] {
  return Object.keys(fact.values).flatMap((column) => {
    const [a, b] = [stored[column] ?? null, again[column] ?? null]
    return isSame(a, b) ? [] : [{ fact: fact.name, row: name, column, stored: a, again: b }]
  })
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
  return JSON.stringify(a) === JSON.stringify(b)
}
