import { at } from '../../../lib/at.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'

/** Where records near equally distant moments are, for arithmetic on times that are never negative. */
export interface RegularSteps {
  readonly fromSec: number
  readonly toSec: number
  readonly stepSec: number
  /** Added to a time it makes the step end at a moment: records up to a moment share its step. */
  readonly stepShiftSec: number
  /** Added to a time it makes the step begin where the reach of a moment does. */
  readonly reachShiftSec: number
  /** True when some records lie between the reach of two moments. */
  readonly hasGaps: boolean
}

/** `undefined` when no record can be within reach. One moment is a step as long as all time. */
export function regularSteps(
  momentsSec: readonly number[],
  widthSec: number,
): RegularSteps | undefined {
  if (momentsSec.length === 0) return undefined
  const [firstSec, lastSec] = [at(momentsSec, 0), at(momentsSec, momentsSec.length - 1)]
  const stepSec = firstSec === lastSec ? LATEST_UNIX_SEC : at(momentsSec, 1) - firstSec
  const fromSec = Math.max(0, firstSec - widthSec)
  const toSec = Math.min(LATEST_UNIX_SEC, lastSec + widthSec)
  if (fromSec > toSec) return undefined
  return {
    fromSec,
    toSec,
    stepSec,
    stepShiftSec: modulo(stepSec - 1 - firstSec, stepSec),
    reachShiftSec: modulo(widthSec - firstSec, stepSec),
    hasGaps: firstSec !== lastSec && 2 * widthSec < stepSec - 1,
  }
}

/** The remainder that is never negative. */
function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
