import { tvlRecords } from '../../../src/domains/tvl/facts.ts'
import { type Clock, toSec } from '../../../src/lib/clock.ts'
import { sql } from '../../../src/lib/sql.ts'
import { commitRows, commitRun } from '../../../src/runs/run.ts'
import type { Fact } from '../../../src/store/fact.ts'
import type { Store } from '../../../src/store/store.ts'
import { tableOf } from '../../../src/store/tables.ts'
import { copiedHistories, copiedLists, copiedPasts } from './copied-facts.ts'
import { type Copied, copiesSql } from './copies.ts'

/** Runs that each change one figure. */
const REVISIONS = 12
/** The engine sorts what it copies, and a part at a time fits into its memory. */
const ROWS_PER_SLICE = 1_000_000
const REVISED = { protocol: '49', chain: 'sui', section: 'tvl' }

/** Brings a store with the demo world to full size: lists as long as those of all markets. */
export async function enlarge(store: Store, clock: Clock): Promise<void> {
  const nowSec = toSec(clock.nowMs())
  await commitCopies(store, clock, copiedLists(nowSec))
  for (let round = 1; round <= REVISIONS; round++)
    await commitRows(store, { source: `source ${round % 30}`, clock }, async () => ({
      rows: [
        { fact: tvlRecords, rows: [{ ...REVISED, atSec: nowSec, tvlUsd: round * 1_000_000 }] },
      ],
      counts: { accepted: 1, rejected: 0, held: 0 },
    }))
}

/** The demo world with a past as long as that of a service of years. */
export function lengthen(store: Store, clock: Clock): Promise<void> {
  return commitCopies(store, clock, copiedPasts())
}

/** The lists of a service of all markets, or a share of them, with their histories. */
export function multiply(store: Store, clock: Clock, share: number): Promise<void> {
  return commitCopies(store, clock, copiedHistories(share))
}

async function commitCopies(store: Store, clock: Clock, all: readonly Copied[]): Promise<void> {
  const options = { source: 'full size', clock, isGenerated: true, isDistinct: true }
  await commitRun(store, options, async (stage) => {
    for (const copied of all) {
      const count = Math.ceil((await countRows(store, copied.fact)) / ROWS_PER_SLICE)
      for (let index = 0; index < count; index++)
        await stage.insertSelect(copied.fact, copiesSql({ ...copied, slice: [index, count] }))
    }
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
}

async function countRows(store: Store, fact: Fact): Promise<number> {
  const [found] = await store.engine.query<{ rows: number }>(
    sql`SELECT count() AS rows FROM ${tableOf(fact)}`,
  )
  return found?.rows ?? 0
}
