import { DAY_SEC, toSec } from '../../lib/clock.ts'
import type { LiveJob } from '../model/live-job.ts'
import type { Period } from '../model/periods.ts'
import { listBlocksRead } from '../receipts/receipt.ts'
import type { LiveContext } from '../run/live-context.ts'
import { withWholePeriods } from './whole-periods.ts'

/** How far back receipts are looked through for blocks that were replaced. */
const LOOK_BACK_SEC = 30 * DAY_SEC

export interface Replaced {
  /** Periods that rest on a block which is no longer part of its chain, oldest first. */
  periods: Period[]
  /** Errors of chains that did not answer; their periods are checked again next time. */
  problems: unknown[]
}

/** Looks whether the blocks that a job's recent figures rest on are still part of their chains. */
export async function listReplacedPeriods(
  { store, chains, clock }: LiveContext,
  job: LiveJob,
): Promise<Replaced> {
  // A source without a past cannot be read again.
  if (job.sources.some(({ hasPast }) => !hasPast)) return { periods: [], problems: [] }
  const sources = job.sources.map(({ id }) => id)
  const read = await listBlocksRead(store.snapshot(), sources, toSec(clock.nowMs()) - LOOK_BACK_SEC)
  const found: Period[] = []
  const problems: unknown[] = []
  for (const [chain, own] of Map.groupBy(read, (one) => one.chain)) {
    // Its node may have been taken out of the settings.
    if (!chains.has(chain)) continue
    try {
      // Sources of a job share blocks; each is looked up once.
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
