import { type Estimate, estimateDay, estimateReport, type PastReport } from './cadence-model.ts'
import { type ReportTime, reportTime } from './eastern-time.ts'
import { expectedEnd, type FiscalQuarter, nextQuarter, quarterNumber } from './fiscal-quarter.ts'
import {
  type EarningsFiling,
  filingDay,
  type QuarterFilings,
  quartersOf,
} from './quarter-filings.ts'

export interface EarningsEvent {
  readonly fiscal: FiscalQuarter
  readonly endDay: number
  readonly status: 'reported' | 'inferred' | 'estimated'
  readonly source: '8k_item_202' | 'periodic_filing' | 'cadence_model'
  readonly reportDay: number
  readonly reportTime: ReportTime
  /** The filing behind it; an estimate has none. */
  readonly filing: EarningsFiling | undefined
  readonly maxDriftDays: number | null
  readonly firstPublishedSec: number | null
  readonly revisionCount: number
  readonly previousDay: number | null
  readonly insertedSec: number
}

const ESTIMATES_AHEAD = 5

/** Past and next reports from filings alone, oldest first (equities.md#earnings-calendar). */
export function earningsEvents(
  filings: readonly EarningsFiling[],
  yearEnd: string | null,
): EarningsEvent[] {
  const { yearEndText, quarters } = quartersOf(filings, yearEnd)
  const events: EarningsEvent[] = []
  const past: PastReport[] = []
  for (const quarter of quarters) {
    const number = quarterNumber(quarter.fiscal)
    const estimatedDay = estimateDay(past, number, expectedEnd(quarter.fiscal, yearEndText))
    const event = filedEvent(quarter, estimatedDay, publishedBefore(events, number))
    events.push(event)
    past.push({ number, endDay: event.endDay, reportDay: event.reportDay })
  }
  return [...events, ...upcoming(events, past, yearEndText)]
}

function filedEvent(
  quarter: QuarterFilings,
  estimatedDay: number | undefined,
  publishedSec: number | null,
): EarningsEvent {
  const { fiscal, endDay, chosen, earlier, isRelease } = quarter
  // Every date it was thought to be: the estimate, then each filing up to the one that counts.
  const thought = [
    ...(estimatedDay === undefined ? [] : [estimatedDay]),
    ...earlier.map(filingDay),
    filingDay(chosen),
  ]
  const days = thought.filter((day, index) => day !== thought[index - 1])
  return {
    fiscal,
    endDay,
    status: isRelease ? 'reported' : 'inferred',
    source: isRelease && chosen.form === '8-K' ? '8k_item_202' : 'periodic_filing',
    reportDay: filingDay(chosen),
    reportTime: reportTime(chosen.acceptedSec),
    filing: chosen,
    maxDriftDays: null,
    firstPublishedSec: estimatedDay === undefined ? chosen.acceptedSec : publishedSec,
    revisionCount: days.length - 1,
    previousDay: days.at(-2) ?? null,
    insertedSec: chosen.recordedSec,
  }
}

/** When an estimate could first be made: with the report of a year before, else the last one. */
function publishedBefore(events: readonly EarningsEvent[], number: number): number | null {
  const yearBefore = events.find(({ fiscal }) => quarterNumber(fiscal) === number - 4)
  return (yearBefore ?? events.at(-1))?.filing?.acceptedSec ?? null
}

/** Estimates of the next quarters; who reports only some is expected to go on like that. */
function upcoming(
  events: readonly EarningsEvent[],
  past: readonly PastReport[],
  yearEnd: string,
): EarningsEvent[] {
  const last = events.at(-1)
  if (last === undefined) return []
  const lastNumber = quarterNumber(last.fiscal)
  const ofLastYear = new Set(
    past.filter(({ number }) => number > lastNumber - 4).map(({ number }) => number % 4),
  )
  // In its first year a company shows no habit; one with yearly forms has no quarterly one.
  const hasYearlyForms = last.filing !== undefined && /^(20|40)-F$/.test(last.filing.form)
  const isNew = !hasYearlyForms && past.every(({ number }) => number > lastNumber - 4)
  const made: EarningsEvent[] = []
  let fiscal = last.fiscal
  for (let step = 0; step < ESTIMATES_AHEAD; step++) {
    fiscal = nextQuarter(fiscal)
    const number = quarterNumber(fiscal)
    const estimate =
      isNew || ofLastYear.has(number % 4)
        ? estimateReport(past, number, expectedEnd(fiscal, yearEnd))
        : undefined
    if (estimate !== undefined)
      made.push(
        estimatedEvent(fiscal, estimate, last, publishedBefore(events, number), usualTime(events)),
      )
  }
  return made
}

function estimatedEvent(
  fiscal: FiscalQuarter,
  estimate: Estimate,
  basis: EarningsEvent,
  publishedSec: number | null,
  time: ReportTime,
): EarningsEvent {
  return {
    fiscal,
    endDay: estimate.endDay,
    status: 'estimated',
    source: 'cadence_model',
    reportDay: estimate.reportDay,
    reportTime: time,
    filing: undefined,
    maxDriftDays: estimate.maxDriftDays,
    firstPublishedSec: publishedSec,
    revisionCount: 0,
    previousDay: null,
    insertedSec: basis.insertedSec,
  }
}

/** The time of day at which three of the last four reports came, if there is such a habit. */
function usualTime(events: readonly EarningsEvent[]): ReportTime {
  const times = events.slice(-4).map((event) => event.reportTime)
  return times.find((time) => times.filter((other) => other === time).length >= 3) ?? 'unknown'
}
