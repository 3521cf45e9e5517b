import { subtract } from './consistent-figures.ts'
import { plainValues } from './line-values.ts'
import {
  type PeriodFigure,
  type PeriodValues,
  quartersIn,
  startsTogether,
} from './period-values.ts'

/** Figures per share, and why a fourth quarter has none, by the day it ends. */
export interface PerShareValues extends PeriodValues {
  readonly reasons: ReadonlyMap<number, string>
}

/** What tells the share count of a period: the filed average, else income ÷ its figure per share. */
export interface ShareSources {
  readonly shares: readonly PeriodFigure[]
  readonly incomes: readonly PeriodFigure[]
}

// With more new shares than this, figures per share of two periods are not of the same shares.
const MAX_SHARE_DRIFT = 0.01
// Half a cent of less than this is more than a hundredth: too coarse to tell a share count.
const LEAST_PER_SHARE = 0.5
const DECIMALS = 1e4

/**
 * Years and quarters of a figure per share. A fourth quarter that was not filed is the year less
 * its nine months, if both are of about the same shares (decision 186).
 */
export function perShareValues(
  perTag: readonly (readonly PeriodFigure[])[],
  sources: ShareSources,
): PerShareValues {
  const { years, quarters } = plainValues(perTag)
  const filled = new Map(quarters)
  const reasons = new Map<number, string>()
  for (const figures of perTag) {
    for (const year of figures.filter((figure) => lengthOf(figure) === 4)) {
      if (filled.has(year.endDay)) continue
      const last = fourthQuarter(year, figures, sources)
      if (typeof last === 'string') reasons.set(year.endDay, reasons.get(year.endDay) ?? last)
      else filled.set(year.endDay, last)
    }
  }
  for (const endDay of filled.keys()) reasons.delete(endDay)
  return { years, quarters: filled, reasons }
}

function fourthQuarter(
  year: PeriodFigure,
  figures: readonly PeriodFigure[],
  sources: ShareSources,
): PeriodFigure | string {
  const nineMonths = figures.find(
    (figure) =>
      lengthOf(figure) === 3 &&
      startsTogether(figure, year) &&
      quartersIn(figure.endDay + 1, year.endDay) === 1,
  )
  if (nineMonths === undefined) return 'The nine months before it were not filed.'
  const [before, after] = [sharesIn(nineMonths, sources), sharesIn(year, sources)]
  if (before === undefined || after === undefined)
    return 'The average shares of the year or of its nine months are not known.'
  const drift = Math.abs((after - before) / before)
  if (drift > MAX_SHARE_DRIFT)
    return `Average shares of the year and of its nine months differ by ${(drift * 100).toFixed(1)}%.`
  const rest = subtract(year, [nineMonths])
  if (rest === undefined) return 'The year or its nine months were restated alone.'
  const value = Math.round(rest.value * DECIMALS) / DECIMALS
  return { ...rest, value, startDay: nineMonths.endDay + 1, endDay: year.endDay }
}

function sharesIn(perShare: PeriodFigure, { shares, incomes }: ShareSources): number | undefined {
  const isSamePeriod = (figure: PeriodFigure) =>
    figure.endDay === perShare.endDay && startsTogether(figure, perShare)
  const filed = shares.find(isSamePeriod)?.value
  if (filed !== undefined && filed > 0) return filed
  const income = incomes.find(isSamePeriod)?.value
  return income === undefined || Math.abs(perShare.value) < LEAST_PER_SHARE
    ? undefined
    : income / perShare.value
}

function lengthOf({ startDay, endDay }: PeriodFigure): number | undefined {
  return quartersIn(startDay, endDay)
}
