import { dateOf } from '../days.ts'
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

// An estimate this long overdue is dropped: the company has stopped reporting.
const OVERDUE_DAYS = 90

/** The wanted events of all listings, oldest report first; of one day by ticker and country. */
export function calendarEntries(
  companies: readonly CalendarCompany[],
  filter: CalendarFilter,
  today: number,
): CalendarEntry[] {
  // Listings are sorted and their events grouped by day: sorting the many more events takes longer.
  const byDay = new Map<number, CalendarEntry[]>()
  for (const company of companies.toSorted(byTicker)) {
    for (const event of wantedEvents(company, filter, today)) {
      const ofDay = byDay.get(event.reportDay)
      if (ofDay === undefined) byDay.set(event.reportDay, [{ company, event }])
      else ofDay.push({ company, event })
    }
  }
  return [...byDay].sort(([a], [b]) => a - b).flatMap(([, entries]) => entries)
}

function wantedEvents(
  company: CalendarCompany,
  { fromDay, toDay, status }: CalendarFilter,
  today: number,
): EarningsEvent[] {
  const wanted = company.events.filter(
    (event) =>
      event.reportDay >= fromDay &&
      event.reportDay <= toDay &&
      (status === undefined || event.status === status),
  )
  return wanted.length > 0 && isSilent(company, today)
    ? wanted.filter((event) => event.status !== 'estimated')
    : wanted
}

function isSilent({ events }: CalendarCompany, today: number): boolean {
  const next = events.find(({ status }) => status === 'estimated')
  return next !== undefined && next.reportDay < today - OVERDUE_DAYS
}

function byTicker(a: CalendarCompany, b: CalendarCompany): number {
  if (a.ticker !== b.ticker) return a.ticker < b.ticker ? -1 : 1
  return a.country < b.country ? -1 : 1
}

/** The key of an event: fiscal year and period (contract, rule 1). */
export function eventKey({ fiscal }: Pick<EarningsEvent, 'fiscal'>): string {
  return `${fiscal.year}-Q${fiscal.quarter}`
}

/** A day as a date, or `null`. */
export function dateOrNull(day: number | null): string | null {
  return day === null ? null : dateOf(day)
}
