import type { LiveContext } from '../live/live-context.ts'
import type { LiveJob } from '../live/live-job.ts'
import type { Period } from '../live/periods.ts'
import { listReceipts } from '../receipts/receipt.ts'

/** How far back receipts are looked through for blocks that may still be replaced. */
const LOOK_BACK_SEC = 2 * 86_400

/** Periods of a job that rest on a block which is no longer part of its chain: they are to be read again. */
export async function listReplacedPeriods({ store, chains, clock }: LiveContext, job: LiveJob): Promise<Period[]> {
  const sinceSec = Math.floor(clock.nowMs() / 1000) - LOOK_BACK_SEC
  const found = new Map<number, Period>()
  for (const source of job.sources) {
    const receipts = await listReceipts(store, source.id, sinceSec)
    for (const chain of source.chains) {
      const read = receipts.flatMap(({ fromSec, atSec, blocks }) =>
        blocks.filter((one) => one.chain === chain).map(({ block }) => ({ period: { fromSec, atSec }, block })),
      )
      if (read.length === 0) continue
      const replaced = await chains.get(chain).listReplaced(read.map(({ block }) => block))
      const hashes = new Set(replaced.map(({ hash }) => hash))
      for (const { period, block } of read) if (hashes.has(block.hash)) found.set(period.atSec, period)
    }
  }
  return [...found.values()].sort((a, b) => a.atSec - b.atSec)
}
