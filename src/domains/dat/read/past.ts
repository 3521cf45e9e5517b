/**
 * Stands for the days of a series before `untilDay` as long as none of them changes: what was made
 * from them stays good.
 */
export interface Past {
  readonly untilDay: number
}

/** The past of a series without a day. */
export const NO_PAST: Past = { untilDay: Number.POSITIVE_INFINITY }

// So many days may follow the past before it moves on: each of them is worked out again for every
// answer.
const MOST_RECENT_DAYS = 20

/**
 * The past of a series after some rows came: the same as before if they were of recent days only.
 */
export function pastAfter(before: Past, firstChangedDay: number, newestDay: number): Past {
  const isSame =
    before !== NO_PAST &&
    firstChangedDay >= before.untilDay &&
    newestDay - before.untilDay < MOST_RECENT_DAYS
  return isSame ? before : { untilDay: newestDay - 1 }
}
