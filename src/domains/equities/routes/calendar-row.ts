import { dayText, integer, nullableText, string, timeText } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { dateOf, isoTime, isoTimeOrNull } from '../derive/days.ts'
import { type CalendarCompany, dateOrNull, eventKey } from '../derive/earnings/calendar-rows.ts'
import type { EarningsEvent } from '../derive/earnings/earnings-events.ts'

export const calendarRow = namedShape('EarningsCalendarRow', {
  ticker: string('Ticker'),
  iso2_country_code: string('ISO 3166-1, two letters'),
  cik: string('Number of the company at the regulator'),
  event_key: string('Fiscal year and period'),
  date_status: string('reported, inferred or estimated'),
  report_date: string('Day in New York, YYYY-MM-DD'),
  report_time: string(
    'bmo (before 09:30), dmt (market hours), amc (after 16:00) or unknown, in New York',
  ),
  accepted_at: nullableText('When the filing was accepted, ISO 8601; null when there is none'),
  fiscal_year: integer('The year the fiscal year ends in'),
  fiscal_period: string('Q1 to Q4'),
  period_end: dayText('Last day of the period'),
  source: string('8k_item_202, periodic_filing or cadence_model'),
  source_form: nullableText('Form of the filing; null when there is none'),
  accession_number: nullableText('Number of the filing; null when there is none'),
  max_drift_days: nullable(integer('How many days an estimate may be off')),
  first_published_at: nullableText('When the date was first published, ISO 8601'),
  revision_count: integer('How many times the date changed'),
  previous_report_date: nullableText(
    'The date before the last change, YYYY-MM-DD; null when it never changed',
  ),
  inserted_at: timeText('When the row was recorded'),
})

/** An event of a listing as a row of the response. */
export function rowBody(company: Omit<CalendarCompany, 'events'>, event: EarningsEvent) {
  return {
    ticker: company.ticker,
    iso2_country_code: company.country,
    cik: company.cik,
    event_key: eventKey(event),
    date_status: event.status,
    report_date: dateOf(event.reportDay),
    report_time: event.reportTime,
    accepted_at: isoTimeOrNull(event.filing?.acceptedSec ?? null),
    fiscal_year: event.fiscal.year,
    fiscal_period: `Q${event.fiscal.quarter}`,
    period_end: dateOf(event.endDay),
    source: event.source,
    source_form: event.filing?.form ?? null,
    accession_number: event.filing?.accession ?? null,
    max_drift_days: event.maxDriftDays,
    first_published_at: isoTimeOrNull(event.firstPublishedSec),
    revision_count: event.revisionCount,
    previous_report_date: dateOrNull(event.previousDay),
    inserted_at: isoTime(event.insertedSec),
  }
}
