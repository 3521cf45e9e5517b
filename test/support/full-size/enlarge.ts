import { tvlRecords } from '../../../src/domains/tvl/facts.ts'
import { type Clock, toSec } from '../../../src/lib/clock.ts'
import { commitRows, commitRun } from '../../../src/runs/run.ts'
import type { Store } from '../../../src/store/store.ts'
import { copiedFacts } from './copied-facts.ts'
import { copiesSql } from './copies.ts'

/** Runs that each change one figure. */
const REVISIONS = 40
const REVISED = { protocol: '49', chain: 'sui', section: 'tvl' }

/** Brings a store with the demo world to full size: lists as long as those of all markets. */
export async function enlarge(store: Store, clock: Clock): Promise<void> {
  const nowSec = toSec(clock.nowMs())
  const options = { source: 'full size', clock, isGenerated: true, isDistinct: true }
  await commitRun(store, options, async (stage) => {
    for (const copied of copiedFacts(nowSec))
      await stage.insertSelect(copied.fact, copiesSql(copied))
    return { accepted: await stage.countRows(), rejected: 0, held: 0 }
  })
  for (let round = 1; round <= REVISIONS; round++)
    await commitRows(store, { source: `source ${round % 30}`, clock }, async () => ({
      rows: [
        { fact: tvlRecords, rows: [{ ...REVISED, atSec: nowSec, tvlUsd: round * 1_000_000 }] },
      ],
      counts: { accepted: 1, rejected: 0, held: 0 },
    }))
}
