import { dateOf } from './days.ts'
import type { EarningsEvent } from './earnings-events.ts'

/** Bounds of the report date, both inclusive, and the status, of the rows that are wanted. */
export interface CalendarFilter {
  readonly fromDay: number
  readonly toDay: number
  readonly status: string | undefined
}

/** A listing and the events of the company behind it. */
export interface CalendarCompany {
  readonly ticker: string
  readonly country: string
  readonly cik: string
  readonly events: readonly EarningsEvent[]
}

export interface CalendarEntry {
  readonly company: CalendarCompany
  readonly event: EarningsEvent
}

// So long after its date an estimate is not waited for any more: the company has stopped reporting.
const OVERDUE_DAYS = 90

/** The wanted events of all listings, oldest report first; of one day by ticker and country. */
export function calendarEntries(companies: readonly CalendarCompany[], filter: CalendarFilter, today: number): CalendarEntry[] {
  const isWanted = ({ reportDay, status }: EarningsEvent) =>
    reportDay >= filter.fromDay && reportDay <= filter.toDay && (filter.status === undefined || status === filter.status)
  return companies
    .flatMap((company) => {
      const wanted = company.events.filter(isWanted)
      const kept = isSilent(company, today) ? wanted.filter(({ status }) => status !== 'estimated') : wanted
      return kept.map((event) => ({ company, event }))
    })
    .sort(inOrder)
}

function isSilent({ events }: CalendarCompany, today: number): boolean {
  const next = events.find(({ status }) => status === 'estimated')
  return next !== undefined && next.reportDay < today - OVERDUE_DAYS
}

function inOrder(a: CalendarEntry, b: CalendarEntry): number {
  if (a.event.reportDay !== b.event.reportDay) return a.event.reportDay - b.event.reportDay
  if (a.company.ticker !== b.company.ticker) return a.company.ticker < b.company.ticker ? -1 : 1
  return a.company.country < b.company.country ? -1 : 1
}

/** The key of an event: fiscal year and period (contract, rule 1). */
export function eventKey({ fiscal }: EarningsEvent): string {
  return `${fiscal.year}-Q${fiscal.quarter}`
}

/** A day as a date, or `null`. */
export function dateOrNull(day: number | null): string | null {
  return day === null ? null : dateOf(day)
}
