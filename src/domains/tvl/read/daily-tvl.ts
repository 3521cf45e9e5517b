import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { RecordSpan } from '../derive/changed-day.ts'
import { type DailyPlace, dailyValues, dayOf } from '../derive/daily-values.ts'
import { readPlaces } from './places.ts'

export interface DailyQuestion {
  protocols: readonly { id: string; isDead: boolean }[]
  /** Until when protocols that are not dead keep their last value. */
  newestDay: number
  /** Only these days, of protocols whose records before them are known to span these times. */
  since?: { fromDay: number; spans: ReadonlyMap<string, RecordSpan> } | undefined
}

// Five years of one protocol are some 100 kB; a batch must neither fill the memory nor hold up
// other answers.
const WHOLE_BATCH = 64
const RECENT_BATCH = 1_000
const RECENT_DAYS = 45

/**
 * Daily TVL of protocols by chain and section (semantics 2.6), one protocol at a time in the order
 * of their ids, so that sums over them come out the same whoever makes them.
 */
export async function visitDailyTvl(
  snapshot: Snapshot,
  { protocols, newestDay, since }: DailyQuestion,
  visit: (id: string, places: readonly DailyPlace[], span: RecordSpan) => void,
): Promise<void> {
  const ordered = [...protocols].sort((a, b) => (a.id < b.id ? -1 : 1))
  const fromDay = since?.fromDay ?? 0
  const isRecent = newestDay - fromDay <= RECENT_DAYS
  const fromSecOf = (id: string) =>
    Math.min(fromDay * DAY_SEC, since?.spans.get(id)?.lastSec ?? Number.POSITIVE_INFINITY)
  const size = isRecent ? RECENT_BATCH : WHOLE_BATCH
  const read = (start: number) => {
    const ids = ordered.slice(start, start + size).map(({ id }) => id)
    return ids.length === 0
      ? Promise.resolve(new Map())
      : readPlaces(snapshot, ids, isRecent ? fromSecOf : undefined)
  }
  let upcoming = read(0)
  for (let start = 0; start < ordered.length; start += size) {
    const found = await upcoming
    // The engine reads the next batch while this one is worked on; should it fail, that shows when
    // it is its turn.
    upcoming = read(start + size)
    upcoming.catch(() => undefined)
    for (const { id, isDead } of ordered.slice(start, start + size)) {
      const records = found.get(id)
      if (records === undefined) continue
      const known = since?.spans.get(id)
      const bornDay = known && dayOf(known.firstSec)
      const { firstSec, lastSec, places } = dailyValues(records, {
        fromDay,
        carriedToDay: isDead ? undefined : newestDay,
        bornDay,
      })
      visit(id, places, { firstSec: Math.min(firstSec, known?.firstSec ?? firstSec), lastSec })
    }
  }
}
