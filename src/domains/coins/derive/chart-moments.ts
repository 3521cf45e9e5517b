import type { Root } from '../../../http/route.ts'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'

export interface ChartQuestion {
  root: Root
  nowSec: number
  start: number | undefined
  end: number | undefined
  span: number | undefined
  /** The text of `period`, because the pro reading depends on how it is written. */
  periodText: string | undefined
  periodSec: number | undefined
  coins: number
  /** Time of the earliest record of any asked coin: where an open range begins. */
  firstSec: number
}

export interface ChartMoments {
  /** Moments in order of time at which a price is wanted. */
  momentsSec: number[]
  periodSec: number
  /** True when the limit of points cut off the oldest ones. */
  isCut: boolean
}

export const MAX_CHART_POINTS = 5_000
const PRO_RANGES = new Set(['1d', '7d', '30d', '90d', '180d', '365d'])

/**
 * The moments of a coin chart (decision 12). Free reading: `start` and `end` bound the range, `period` is the spacing, `span`
 * the number of points from the bound that is given; 0 means all of the range. Pro reading, without bounds and with one of the
 * fixed ranges: `period` is the range back from now, `span` the spacing in hours.
 */
export function chartMoments(question: ChartQuestion): ChartMoments {
  const pro = proReading(question)
  const periodSec = pro?.stepSec ?? question.periodSec ?? DAY_SEC
  const end = question.end ?? question.nowSec
  const span = pro === undefined ? (question.span ?? 0) : 0
  const start = pro?.startSec ?? question.start ?? question.firstSec
  const limit = Math.max(1, Math.floor(MAX_CHART_POINTS / Math.max(1, question.coins)))
  const isForward = question.start !== undefined && pro === undefined
  const inRange = Math.max(0, Math.floor((end - start) / periodSec) + 1)
  const wanted = span === 0 ? inRange : Math.min(span, question.start === undefined ? span : inRange)
  const count = Math.min(wanted, limit)
  // The newest points are kept, so a forward series that is cut loses its beginning.
  const first = isForward ? start + (wanted - count) * periodSec : end - (count - 1) * periodSec
  const momentsSec = Array.from({ length: count }, (_, index) => first + index * periodSec)
  return { momentsSec, periodSec, isCut: wanted > count }
}

function proReading(question: ChartQuestion): { startSec: number; stepSec: number } | undefined {
  const { root, start, end, periodText, periodSec } = question
  if (root !== 'pro' || start !== undefined || end !== undefined || periodSec === undefined) return undefined
  if (periodText === undefined || !PRO_RANGES.has(periodText.toLowerCase())) return undefined
  const defaultHours = periodText.toLowerCase() === '1d' ? 1 : 24
  const hours = question.span === undefined || question.span === 0 ? defaultHours : question.span
  return { startSec: question.nowSec - periodSec, stepSec: hours * HOUR_SEC }
}
