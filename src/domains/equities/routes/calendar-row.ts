import { dayText, integer, nullableText, string, timeText } from '../../../http/described.ts'
import { nullable } from '../../../http/schemas.ts'
import { field, fieldsOf, record } from '../../../records/record.ts'
import { dateOf, isoTime, isoTimeOrNull } from '../derive/days.ts'
import { type CalendarEntry, dateOrNull, eventKey } from '../derive/earnings/calendar-rows.ts'

type CalendarRow = Omit<CalendarEntry['company'], 'events'> & CalendarEntry['event']

const of = fieldsOf<CalendarRow>()

/** An event of a listing as a row of the response. */
export const calendarRecord = record(
  {
    ticker: field(string('Ticker'), 'ZHRLN'),
    iso2_country_code: field(string('ISO 3166-1, two letters'), 'US', 'country'),
    cik: field(string('Number of the company at the regulator'), '0009000001'),
    event_key: of(string('Fiscal year and period'), '2025-Q4', eventKey),
    date_status: field(string('reported, inferred or estimated'), 'estimated', 'status'),
    report_date: of(string('Day in New York, YYYY-MM-DD'), '2026-02-05', ({ reportDay }) =>
      dateOf(reportDay),
    ),
    report_time: field(
      string('bmo (before 09:30), dmt (market hours), amc (after 16:00) or unknown, in New York'),
      'amc',
      'reportTime',
    ),
    accepted_at: of(
      nullableText('When the filing was accepted, ISO 8601; null when there is none'),
      null,
      ({ filing }) => isoTimeOrNull(filing?.acceptedSec ?? null),
    ),
    fiscal_year: of(integer('The year the fiscal year ends in'), 2025, ({ fiscal }) => fiscal.year),
    fiscal_period: of(string('Q1 to Q4'), 'Q4', ({ fiscal }) => `Q${fiscal.quarter}`),
    period_end: of(dayText('Last day of the period'), '2025-12-31', ({ endDay }) => dateOf(endDay)),
    source: field(string('8k_item_202, periodic_filing or cadence_model'), 'cadence_model'),
    source_form: of(
      nullableText('Form of the filing; null when there is none'),
      null,
      ({ filing }) => filing?.form ?? null,
    ),
    accession_number: of(
      nullableText('Number of the filing; null when there is none'),
      null,
      ({ filing }) => filing?.accession ?? null,
    ),
    max_drift_days: field(
      nullable(integer('How many days an estimate may be off')),
      3,
      'maxDriftDays',
    ),
    first_published_at: of(
      nullableText('When the date was first published, ISO 8601'),
      '2025-02-06T21:05:00Z',
      ({ firstPublishedSec }) => isoTimeOrNull(firstPublishedSec),
    ),
    revision_count: field(integer('How many times the date changed'), 0, 'revisionCount'),
    previous_report_date: of(
      nullableText('The date before the last change, YYYY-MM-DD; null when it never changed'),
      null,
      ({ previousDay }) => dateOrNull(previousDay),
    ),
    inserted_at: of(
      timeText('When the row was recorded'),
      '2025-11-06T21:10:00Z',
      ({ insertedSec }) => isoTime(insertedSec),
    ),
  },
  'EarningsCalendarRow',
)
