import { TimeSlice } from '../../../lib/time-slice.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type DailyPlace, dailyValues } from '../derive/daily-values.ts'
import { readPlaceRecords } from './place-records.ts'

export interface DailyScope {
  protocols: readonly { id: string; isDead: boolean }[]
  /** Until when protocols that are not dead keep their last value. */
  newestDay: number
}

// Five years of one protocol are some 100 kB.
const BATCH_SIZE = 64

/**
 * Daily TVL of protocols by chain and section (semantics 2.6), one protocol at a time in the order
 * of their ids, so that sums over them are always the same.
 */
export async function visitDailyTvl(
  snapshot: Snapshot,
  { protocols, newestDay }: DailyScope,
  visit: (id: string, places: readonly DailyPlace[]) => void,
): Promise<void> {
  const ordered = [...protocols].sort((a, b) => (a.id < b.id ? -1 : 1))
  const slice = new TimeSlice()
  for (let start = 0; start < ordered.length; start += BATCH_SIZE) {
    const batch = ordered.slice(start, start + BATCH_SIZE)
    const found = await readPlaceRecords(
      snapshot,
      batch.map(({ id }) => id),
    )
    for (const { id, isDead } of batch) {
      const records = found.get(id)
      if (records !== undefined) visit(id, dailyValues(records, isDead ? undefined : newestDay))
      if (slice.isOver) await slice.yield()
    }
  }
}
