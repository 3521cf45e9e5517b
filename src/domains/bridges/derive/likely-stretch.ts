import { DAY_SEC } from '../../../lib/clock.ts'

export interface LikelyStretch {
  readonly fromSec: number
  /** Transfers of all days it touches. */
  readonly rows: number
}

/**
 * The newest part of a stretch, from a midnight on, that is sure to hold as many transfers as
 * wanted; the whole of it when it holds fewer. Only whole days count, since the last one may go on
 * after the stretch.
 */
export function likelyStretch(
  countOf: (day: number) => number,
  { fromSec, toSec }: { fromSec: number; toSec: number },
  wanted: number,
): LikelyStretch {
  const lastDay = Math.floor(toSec / DAY_SEC)
  let rows = countOf(lastDay)
  let sure = 0
  for (let day = lastDay - 1; (day + 1) * DAY_SEC > fromSec; day--) {
    const count = countOf(day)
    rows += count
    sure += count
    if (sure >= wanted && day * DAY_SEC >= fromSec) return { fromSec: day * DAY_SEC, rows }
  }
  return { fromSec, rows }
}
