/** What one marketplace says at one moment. */
export interface Mark {
  source: string
  atSec: number
  valuationUsd: number
}

/** A month's estimate; `date` is its first day, YYYY-MM-DD. */
export interface MonthlyValuation {
  date: string
  valuationUsd: number
}

const ROUND_TO_USD = 100

/**
 * One estimate per calendar month, oldest first: the marks of each source are averaged, then the
 * averages of the sources, and the result is rounded to the nearest 100. A month without a mark is
 * skipped; the current one goes up to now (contract, rule 3).
 */
export function monthlyValuations(marks: readonly Mark[], nowSec: number): MonthlyValuation[] {
  return [...byMonth(marks, nowSec)]
    .map(([date, own]) => ({ date, valuationUsd: toNearest(mean(sourceMeans(own)), ROUND_TO_USD) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/**
 * Marks up to now by month. Neighbours are mostly of one month, so that the calendar is asked for
 * once a month only.
 */
function byMonth(marks: readonly Mark[], nowSec: number): Map<string, Mark[]> {
  const months = new Map<string, Mark[]>()
  let month = { fromSec: 0, untilSec: 0, marks: [] as Mark[] }
  for (const mark of marks) {
    if (mark.atSec > nowSec) continue
    if (mark.atSec < month.fromSec || mark.atSec >= month.untilSec) {
      const date = firstOfMonth(mark.atSec)
      const own = months.get(date) ?? []
      months.set(date, own)
      month = { ...boundsOf(mark.atSec), marks: own }
    }
    month.marks.push(mark)
  }
  return months
}

function boundsOf(atSec: number): { fromSec: number; untilSec: number } {
  const day = new Date(atSec * 1000)
  const startSec = (months: number) =>
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months) / 1000
  return { fromSec: startSec(0), untilSec: startSec(1) }
}

function firstOfMonth(atSec: number): string {
  return `${new Date(atSec * 1000).toISOString().slice(0, 7)}-01`
}

function sourceMeans(marks: readonly Mark[]): number[] {
  const bySource = new Map<string, number[]>()
  for (const { source, valuationUsd } of marks) {
    const own = bySource.get(source)
    if (own === undefined) bySource.set(source, [valuationUsd])
    else own.push(valuationUsd)
  }
  return Array.from(bySource.values(), mean)
}

/**
 * Summed up in an order of its own, so that no order of marks or sources changes the last digit.
 */
function mean(values: readonly number[]): number {
  let sum = 0
  for (const value of new Float64Array(values).sort()) sum += value
  return sum / values.length
}

function toNearest(value: number, step: number): number {
  return Math.round(value / step) * step
}
