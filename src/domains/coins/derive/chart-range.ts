import { DAY_SEC, HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { historicalWidthSec } from './search-width.ts'

export interface ChartQuestion {
  isPro: boolean
  nowSec: number
  start: number | undefined
  end: number | undefined
  span: number | undefined
  /** With its text, because the pro reading depends on how it is written. */
  period: { text: string; sec: number } | undefined
  searchWidth: number | undefined
}

export interface ChartRange {
  /** `undefined` when the range is open towards the past. */
  startSec: number | undefined
  endSec: number
  stepSec: number
  /** The bound from which points are counted. */
  countFrom: 'start' | 'end'
  /** How many points are wanted; 0 means all of the range. */
  points: number
  /** How far from a moment a record may be. */
  widthSec: number
}

const PRO_RANGES = new Set(['1d', '7d', '30d', '90d', '180d', '365d'])

/**
 * What a question for a chart means (decision 12). Free reading: `start` and `end` bound the range,
 * `period` is the spacing, `span` the number of points from the bound that is given. Pro reading,
 * without bounds and with one of the fixed ranges: `period` is the range back from now, `span` the
 * spacing in hours.
 */
export function chartRange(question: ChartQuestion): ChartRange {
  const { nowSec, start, end, span, period, searchWidth } = question
  if (start !== undefined && end !== undefined && start > end)
    throw invalidParameter('start', `must not be after \`end\` (${end}).`)
  const fixedSec = fixedRangeSec(question)
  if (fixedSec !== undefined) {
    const hours = span || (fixedSec === DAY_SEC ? 1 : 24)
    const stepSec = hours * HOUR_SEC
    const endSec = fullMoment(nowSec, stepSec)
    return {
      startSec: endSec - fixedSec,
      endSec,
      stepSec,
      countFrom: 'end',
      points: 0,
      widthSec: widthOf(fixedSec, searchWidth),
    }
  }
  const stepSec = period?.sec ?? DAY_SEC
  return {
    startSec: start,
    endSec: end ?? (start === undefined ? fullMoment(nowSec, stepSec) : nowSec),
    stepSec,
    countFrom: start === undefined ? 'end' : 'start',
    points: span ?? 0,
    widthSec: widthOf(stepSec, searchWidth),
  }
}

/**
 * Decision 181: without bounds the last moment is the last full day of a spacing of whole days,
 * else the last full hour or minute. Records stand there, whatever the time of day.
 */
function fullMoment(nowSec: number, stepSec: number): number {
  const unitSec = [DAY_SEC, HOUR_SEC, MINUTE_SEC].find((unit) => stepSec % unit === 0) ?? 1
  return nowSec - (nowSec % unitSec)
}

function fixedRangeSec({ isPro, start, end, period }: ChartQuestion): number | undefined {
  const isFixed =
    isPro &&
    start === undefined &&
    end === undefined &&
    period !== undefined &&
    PRO_RANGES.has(period.text.toLowerCase())
  return isFixed ? period.sec : undefined
}

/** Decision 13: a tenth of the period, whether it is a spacing or a range. */
function widthOf(periodSec: number, searchWidthSec: number | undefined): number {
  return historicalWidthSec(searchWidthSec, Math.floor(periodSec / 10))
}
