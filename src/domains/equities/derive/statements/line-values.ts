import { at } from '../../../../lib/at.ts'
import {
  type Before,
  filedValues,
  type PeriodFigure,
  type PeriodValues,
  periodValues,
  quartersIn,
  startsTogether,
  subtract,
} from './period-values.ts'

// Quarters and year may differ by what companies round away.
const ROUNDING = 0.001

/** Years and quarters of a flow: each period takes the best of its tags that has it. */
export function flowValues(
  perTag: readonly (readonly PeriodFigure[])[],
  before?: Before,
): PeriodValues {
  return withoutMisfits(mergeTags(perTag.map((figures) => periodValues(figures, before))))
}

/** The same for what is never summed nor subtracted: averages and figures per share. */
export function plainValues(perTag: readonly (readonly PeriodFigure[])[]): PeriodValues {
  return mergeTags(perTag.map(filedValues))
}

/** The same where a statement without the line says zero (equities.md#missing-lines). */
export function flowOrZero(
  perTag: readonly (readonly PeriodFigure[])[],
  statements: readonly PeriodFigure[],
): PeriodValues {
  const key = ({ startDay, endDay }: PeriodFigure) => `${startDay} ${endDay}`
  const merged = new Map<string, PeriodFigure>()
  for (const figure of perTag.flat()) if (!merged.has(key(figure))) merged.set(key(figure), figure)
  for (const filed of statements)
    if (!merged.has(key(filed))) merged.set(key(filed), { ...filed, value: 0, firstValue: 0 })
  return withoutMisfits(periodValues([...merged.values()]))
}

function mergeTags(perTag: readonly PeriodValues[]): PeriodValues {
  const merge = (kind: keyof PeriodValues) =>
    new Map([...perTag].reverse().flatMap((values) => [...values[kind]]))
  return { years: merge('years'), quarters: merge('quarters') }
}

/** Without a last quarter where tags or states of the books were mixed (equities.md#quarters). */
function withoutMisfits({ years, quarters }: PeriodValues): PeriodValues {
  const fitting = new Map(quarters)
  const ends = [...quarters.keys()].sort((a, b) => a - b)
  for (const [endDay, year] of years) {
    const four = ends.slice(0, ends.indexOf(endDay) + 1).slice(-4)
    if (four.length < 4 || quartersIn(at(four, 0) + 1, endDay) !== 3) continue
    const values = four.flatMap((day) => quarters.get(day)?.value ?? [])
    const sum = values.reduce((total, value) => total + value, 0)
    if (Math.abs(sum - year.value) > ROUNDING * Math.max(Math.abs(year.value), Math.abs(sum)))
      fitting.delete(endDay)
  }
  return { years, quarters: fitting }
}

/** Figures per share, and why a fourth quarter has none, by the day it ends. */
interface PerShareValues extends PeriodValues {
  readonly reasons: ReadonlyMap<number, string>
}

/** What tells the share count of a period: the filed average, else income ÷ its figure per share. */
interface ShareSources {
  readonly shares: readonly PeriodFigure[]
  readonly incomes: readonly PeriodFigure[]
}

// With more new shares than this, figures per share of two periods are not of the same shares.
const MAX_SHARE_DRIFT = 0.01
// Half a cent of less than this is more than a hundredth: too coarse to tell a share count.
const LEAST_PER_SHARE = 0.5
const DECIMALS = 1e4

/** The fourth quarter: the year less nine months of like shares (equities.md#todays-shares). */
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
