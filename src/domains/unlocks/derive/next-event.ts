import type { UnlockEvent } from './unlock-events.ts'

export interface NextEvent {
  date: number
  toUnlock: number
  /**
   * `toUnlock` as a share of the circulating supply the market counts with, 0 to 1; `null` when
   * that is not known.
   */
  proportion: number | null
}

/**
 * The first moment after now at which something happens: the tokens of its cliffs, or, when only
 * paces change, the new weekly pace (semantics 8.1); `null` when nothing is to come. `events` are
 * in order of time.
 */
export function nextEvent(
  events: readonly UnlockEvent[],
  nowSec: number,
  marketSupply: number | null,
): NextEvent | null {
  const first = events.findIndex(({ timestamp }) => timestamp > nowSec)
  const date = events[first]?.timestamp
  if (date === undefined) return null
  const together: UnlockEvent[] = []
  for (let index = first; events[index]?.timestamp === date; index++)
    together.push(events[index] as UnlockEvent)
  const cliffs = together.filter(({ unlockType }) => unlockType === 'cliff')
  const toUnlock = (cliffs.length > 0 ? cliffs : together).reduce(
    (sum, { noOfTokens }) => sum + (noOfTokens.at(-1) ?? 0),
    0,
  )
  const proportion = marketSupply === null || marketSupply === 0 ? null : toUnlock / marketSupply
  return { date, toUnlock, proportion }
}
