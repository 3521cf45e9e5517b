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
  let start = bars.length - 1
  while (start > 0 && (bars[start]?.atSec ?? 0) - (bars[start - 1]?.atSec ?? 0) <= SESSION_GAP_SEC)
    start--
  return bars.slice(Math.max(0, start))
}
