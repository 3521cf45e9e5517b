import { DAY_SEC, HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { historicalWidthSec } from './search-width.ts'

export interface ChartQuery {
  isPro: boolean
  nowSec: number
  start: number | undefined
  end: number | undefined
  span: number | undefined
  /** With its text, because the pro reading depends on how it is written. */
  period: { text: string; sec: number } | undefined
  searchWidth: number | undefined
}

interface ChartRange {
  /** `undefined` when the range is open towards the past. */
  startSec: number | undefined
  endSec: number
  stepSec: number
  /** The bound from which points are counted. */
  countFrom: 'start' | 'end'
  /** How many points are wanted; 0 means all of the range. */
  points: number
  /** How far from a timestamp a record may be. */
  widthSec: number
}

const PRO_RANGES = new Set(['1d', '7d', '30d', '90d', '180d', '365d'])

/**
 * What a request for a chart means (coins.md#charts): `start` and `end` bound the range, `period`
 * is the spacing, `span` counts points. On the pro root, a fixed `period` without bounds is the
 * range back from now, and `span` the spacing in hours.
 */
export function chartRange(query: ChartQuery): ChartRange {
  const { nowSec, start, end, span, period, searchWidth } = query
  if (start !== undefined && end !== undefined && start > end)
    throw invalidParameter('start', `must not be after \`end\` (${end}).`)
  const fixedSec = fixedRangeSec(query)
  if (fixedSec !== undefined) {
    const hours = span || (fixedSec === DAY_SEC ? 1 : 24)
    const stepSec = hours * HOUR_SEC
    const endSec = fullTimestamp(nowSec, stepSec)
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
    endSec: end ?? (start === undefined ? fullTimestamp(nowSec, stepSec) : nowSec),
    stepSec,
    countFrom: start === undefined ? 'end' : 'start',
    points: span ?? 0,
    widthSec: widthOf(stepSec, searchWidth),
  }
}

/** coins.md#charts: without bounds it ends with the last full day, hour or minute of a step. */
function fullTimestamp(nowSec: number, stepSec: number): number {
  const unitSec = [DAY_SEC, HOUR_SEC, MINUTE_SEC].find((unit) => stepSec % unit === 0) ?? 1
  return nowSec - (nowSec % unitSec)
}

function fixedRangeSec({ isPro, start, end, period }: ChartQuery): number | undefined {
  const isFixed =
    isPro &&
    start === undefined &&
    end === undefined &&
    period !== undefined &&
    PRO_RANGES.has(period.text.toLowerCase())
  return isFixed ? period.sec : undefined
}

/** coins.md#nearest-record: a tenth of the period, whether it is a spacing or a range. */
function widthOf(periodSec: number, searchWidthSec: number | undefined): number {
  return historicalWidthSec(searchWidthSec, Math.floor(periodSec / 10))
}

const MAX_CHART_POINTS = 5_000

/**
 * The timestamps of a chart (coins.md#charts): at most 5,000 over all coins, the newest are kept.
 * `firstSec`, the earliest record of any coin, begins a range that is open towards the past.
 */
export function chartTimestamps(range: ChartRange, coins: number, firstSec?: number): number[] {
  const { endSec, stepSec, points, widthSec } = range
  const startSec = range.startSec ?? (points > 0 ? 0 : openStart(firstSec, widthSec))
  const inRange = Math.max(0, Math.floor((endSec - startSec) / stepSec) + 1)
  const wanted = points === 0 ? inRange : Math.min(points, inRange)
  const count = Math.min(wanted, Math.floor(MAX_CHART_POINTS / coins))
  const lastSec = range.countFrom === 'start' ? startSec + (wanted - 1) * stepSec : endSec
  return Array.from({ length: count }, (_, index) => lastSec - (count - 1 - index) * stepSec)
}

/** The earliest timestamp to which the first record can belong. */
function openStart(firstSec: number | undefined, widthSec: number): number {
  return firstSec === undefined ? Number.POSITIVE_INFINITY : Math.max(0, firstSec - widthSec)
}
