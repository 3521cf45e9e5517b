import Type from 'typebox'
import { nullable, shape } from '../../../http/schemas.ts'
import { dateOf } from '../derive/days.ts'
import { type CalendarCompany, dateOrNull, eventKey } from '../derive/earnings/calendar-rows.ts'
import type { EarningsEvent } from '../derive/earnings/earnings-events.ts'
import { isoTime, isoTimeOrNull } from './iso-time.ts'

const text = nullable(Type.String())

export const calendarRow = shape({
  ticker: Type.String(),
  iso2_country_code: Type.String(),
  cik: Type.String(),
  event_key: Type.String({ description: 'Fiscal year and period' }),
  date_status: Type.String({ description: 'reported, inferred or estimated' }),
  report_date: Type.String({ description: 'Day in New York, YYYY-MM-DD' }),
  report_time: Type.String({
    description:
      'bmo (before 09:30), dmt (market hours), amc (after 16:00) or unknown, in New York',
  }),
  accepted_at: text,
  fiscal_year: Type.Integer({ description: 'The year the fiscal year ends in' }),
  fiscal_period: Type.String({ description: 'Q1 to Q4' }),
  period_end: Type.String({ description: 'YYYY-MM-DD' }),
  source: Type.String({ description: '8k_item_202, periodic_filing or cadence_model' }),
  source_form: text,
  accession_number: text,
  max_drift_days: nullable(Type.Integer({ description: 'How many days an estimate may be off' })),
  first_published_at: text,
  revision_count: Type.Integer(),
  previous_report_date: text,
  inserted_at: Type.String(),
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
