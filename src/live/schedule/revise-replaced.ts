import { toSec } from '../../lib/clock.ts'
import type { LiveJob } from '../model/live-job.ts'
import type { Period } from '../model/periods.ts'
import { listBlocksRead } from '../receipts/receipt.ts'
import type { LiveContext } from '../run/live-context.ts'
import { withWholePeriods } from './whole-periods.ts'

/** How far back receipts are looked through for blocks that may still be replaced. */
const LOOK_BACK_SEC = 2 * 86_400

export interface Replaced {
  /**
   * Stretches that rest on a block which is no longer part of its chain, oldest first: they are to
   * be read again.
   */
  periods: Period[]
  /**
   * Chains that could not be asked: what rests on them is as it was, and is looked at again next
   * time.
   */
  problems: unknown[]
}

/** Looks whether the blocks that a job's recent figures rest on are still part of their chains. */
export async function listReplacedPeriods(
  { store, chains, clock }: LiveContext,
  job: LiveJob,
): Promise<Replaced> {
  // What cannot be asked for its past cannot be read again either.
  if (job.sources.some(({ hasPast }) => !hasPast)) return { periods: [], problems: [] }
  const sources = job.sources.map(({ id }) => id)
  const read = await listBlocksRead(store.snapshot(), sources, toSec(clock.nowMs()) - LOOK_BACK_SEC)
  const found: Period[] = []
  const problems: unknown[] = []
  for (const [chain, own] of Map.groupBy(read, (one) => one.chain)) {
    // A chain whose node was taken out of the settings cannot be asked any more.
    if (!chains.has(chain)) continue
    try {
      // Sources of a job share blocks, and each is asked for once.
      const blocks = new Map(own.map(({ block }) => [block.hash, block]))
      const replaced = new Set(
        (await chains.get(chain).listReplaced([...blocks.values()])).map(({ hash }) => hash),
      )
      for (const { fromSec, atSec, block } of own)
        if (replaced.has(block.hash)) found.push({ fromSec, atSec })
    } catch (error) {
      problems.push(error)
    }
  }
  return { periods: withWholePeriods(job.step, found, read), problems }
}
