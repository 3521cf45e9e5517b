import { DAY_SEC, dayOf } from '../../../lib/clock.ts'
import { type AssetHistory, RECENT_DAYS } from './asset-history.ts'
import { type PlaceSupply, placeSupply } from './place-supply.ts'

/** The newest timestamp of any report and its day: what lists show and where charts end. */
export interface Present {
  readonly day: number
  readonly newestSec: number
  /** The day of the clock. */
  readonly today: number
}

/** stablecoins.md#present-day: that of the data, but no day after the clock's, if there is any. */
export function presentOf(reportsSec: Iterable<number>, nowSec: number): Present | undefined {
  let newestSec = Number.NEGATIVE_INFINITY
  for (const lastSec of reportsSec) newestSec = Math.max(newestSec, lastSec)
  if (newestSec === Number.NEGATIVE_INFINITY) return undefined
  const today = dayOf(nowSec)
  const capped = Math.min(newestSec, (today + 1) * DAY_SEC - 1)
  return { day: dayOf(capped), newestSec: capped, today }
}

/** Whether a figure was ever possible; from then on one stands until the last report. */
export function hasFigure({ totals }: Pick<AssetHistory, 'totals'>): boolean {
  return !Number.isNaN(totals.circulating.at(-1) ?? Number.NaN)
}

/** stablecoins.md#present-day: less than 24 hours older than the newest report still stands. */
export function isStanding(lastSec: number, present: Present): boolean {
  return present.newestSec - lastSec < DAY_SEC
}

// As long as flows are expected after their last day.
const EXPECTED_SEC = 30 * DAY_SEC

/** Whether totals expect it: one that fell silent is missed for 30 days, then forgotten. */
export function isExpected(lastSec: number, present: Present): boolean {
  return present.newestSec - lastSec <= EXPECTED_SEC
}

/** The last day with a supply (stablecoins.md#gaps): the last report's, or the present one. */
export function standsUntil(
  { endDay, lastSec }: Pick<AssetHistory, 'endDay' | 'lastSec'>,
  present: Present,
): number {
  return isStanding(lastSec, present) ? present.day : Math.min(endDay, present.day)
}

/** What circulates on a chain on a day, and whether that is carried; `undefined` without any. */
export function placeOn(
  history: AssetHistory,
  chain: string,
  day: number,
  present: Present,
): { units: number; isCarried: boolean } | undefined {
  const recent = history.recent.get(chain)
  if (recent === undefined || day > standsUntil(history, present)) return undefined
  const place = day < recent.firstDay ? wholePlace(history, chain, recent) : recent
  const index = Math.min(day, history.endDay) - place.firstDay
  const units = place.circulating[index] ?? Number.NaN
  return Number.isNaN(units)
    ? undefined
    : { units, isCarried: day > history.endDay || place.carried[index] === 1 }
}

/** Days before the recent ones, asked for only when the clock was turned back, are made again. */
function wholePlace(history: AssetHistory, chain: string, recent: PlaceSupply): PlaceSupply {
  const parts = history.places.get(chain)
  const isAll = recent.circulating.length < RECENT_DAYS
  return parts === undefined || isAll ? recent : placeSupply(parts, history.endDay)
}
