import { at } from '../../../../lib/at.ts'
import { HOUR_SEC } from '../../../../lib/clock.ts'

// Longer than any lunch break of an exchange, shorter than any night.
const SESSION_GAP_SEC = 3 * HOUR_SEC

/**
 * The bars of the most recent trading session, of bars in order of time: those after the last long
 * gap.
 */
export function lastSession<B extends { readonly atSec: number }>(
  bars: readonly B[],
): readonly B[] {
  const start = bars.findLastIndex(
    ({ atSec }, index) => index > 0 && atSec - at(bars, index - 1).atSec > SESSION_GAP_SEC,
  )
  return bars.slice(Math.max(0, start))
}
