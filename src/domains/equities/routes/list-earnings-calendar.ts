import Type from 'typebox'
import { optionalText } from '../../../http/parameters.ts'
import { WithHeaders } from '../../../http/rendered.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import { type CalendarCompany, type CalendarEntry, calendarEntries, dateOrNull, eventKey } from '../derive/calendar-rows.ts'
import { dateOf, monthsBefore } from '../derive/days.ts'
import { equityFilings } from '../facts.ts'
import { COMPANY_FACTS, type Company, companiesState } from '../read/companies.ts'
import { allEarningsState, RECENT_EVENT_DAYS, readCompanyEvents, recentEarningsState } from '../read/earnings.ts'
import { limitParameter, optionalDate, statusParameter } from './calendar-parameters.ts'
import { isoTime, isoTimeOrNull } from './iso-time.ts'

const MONTHS_BACK = 1
const MONTHS_AHEAD = 13
const LAST_DAY = 100_000
const text = nullable(Type.String())

const row = shape({
  ticker: Type.String(),
  iso2_country_code: Type.String(),
  cik: Type.String(),
  event_key: Type.String({ description: 'Fiscal year and period' }),
  date_status: Type.String({ description: 'reported, inferred or estimated' }),
  report_date: Type.String({ description: 'Day in New York, YYYY-MM-DD' }),
  report_time: Type.String({ description: 'bmo (before 09:30), dmt (market hours), amc (after 16:00) or unknown, in New York' }),
  accepted_at: text,
  fiscal_year: Type.Integer({ description: 'The year the fiscal year ends in' }),
  fiscal_period: Type.String({ description: 'Q1 to Q4' }),
  period_end: Type.String({ description: 'YYYY-MM-DD' }),
  source: Type.String({ description: '8k_item_202, periodic_filing or cadence_model' }),
  source_form: text,
  accession_number: text,
  max_drift_days: nullable(Type.Integer({ description: 'An estimate may be off by so many days' })),
  first_published_at: text,
  revision_count: Type.Integer(),
  previous_report_date: text,
  inserted_at: Type.String(),
})

export const listEarningsCalendar = defineRoute({
  id: 'equities.listEarningsCalendar',
  summary: 'When companies report earnings: past dates and estimates',
  describe:
    'Oldest first. Without `ticker` the whole market from a month back to 13 months ahead, which `from` and `to` may narrow or widen; with it all of the company’s history and its coming dates. Dates come from filings: an earnings release, else the periodic report of the quarter; coming ones are estimated from how the company reported before.',
  paths: { pro: '/equities/v1/earnings-calendar' },
  query: {
    ticker: optionalText('Ticker symbol, any case.', 'ZHRLN'),
    from: optionalDate('Earliest `report_date`, YYYY-MM-DD, inclusive.', '2026-01-01'),
    to: optionalDate('Latest `report_date`, YYYY-MM-DD, inclusive.', '2026-12-31'),
    status: statusParameter,
    limit: limitParameter,
  },
  response: Type.Array(row),
  headers: {
    'X-Total-Matches': 'How many rows there are without the limit.',
    'X-Result-Truncated': 'Whether the limit cut rows off: true or false.',
  },
  example: [
    {
      ticker: 'ZHRLN',
      iso2_country_code: 'US',
      cik: '0009000001',
      event_key: '2025-Q4',
      date_status: 'estimated',
      report_date: '2026-02-05',
      report_time: 'amc',
      accepted_at: null,
      fiscal_year: 2025,
      fiscal_period: 'Q4',
      period_end: '2025-12-31',
      source: 'cadence_model',
      source_form: null,
      accession_number: null,
      max_drift_days: 3,
      first_published_at: '2025-02-06T21:05:00Z',
      revision_count: 0,
      previous_report_date: null,
      inserted_at: '2025-11-06T21:10:00Z',
    },
  ],
  reads: [...COMPANY_FACTS, equityFilings],
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const today = Math.floor(context.nowSec / DAY_SEC)
    if (query.from !== undefined && query.to !== undefined && query.from > query.to) throw invalidParameter('from', 'lies after `to`.')
    const isMarket = query.ticker === undefined
    // A bound outside the usual window takes the other one along.
    const fromDay =
      query.from ?? (isMarket ? Math.min(monthsBefore(today, MONTHS_BACK), monthsBefore(query.to ?? LAST_DAY, MONTHS_BACK)) : 0)
    const toDay = query.to ?? (isMarket ? monthsBefore(Math.max(today, query.from ?? 0), -MONTHS_AHEAD) : LAST_DAY)
    const companies = query.ticker === undefined ? await listMarket(context, fromDay, today) : await listOfTicker(context, query.ticker)
    const entries = calendarEntries(companies, { fromDay, toDay, status: query.status }, today)
    return new WithHeaders(entries.slice(0, query.limit).map(rowBody), {
      'X-Total-Matches': String(entries.length),
      'X-Result-Truncated': String(entries.length > query.limit),
    })
  },
})

async function listMarket({ states, snapshot }: RequestContext, fromDay: number, today: number): Promise<CalendarCompany[]> {
  const companies = await states.get(companiesState, snapshot)
  const events = await states.get(fromDay >= today - RECENT_EVENT_DAYS ? recentEarningsState : allEarningsState, snapshot)
  return companies.all.flatMap((company) => withEvents(company, events.get(company.cik ?? '') ?? []))
}

async function listOfTicker({ states, snapshot }: RequestContext, ticker: string): Promise<CalendarCompany[]> {
  const companies = await states.get(companiesState, snapshot)
  const listings = companies.listByTicker(ticker)
  if (listings.length === 0) {
    const known = new Set(companies.all.map((company) => company.ticker))
    throw notFound('No company has that ticker; /equities/v1/companies-list has them all.', suggest(ticker, known))
  }
  const events = await readCompanyEvents(snapshot, listings)
  return listings.flatMap((company) => withEvents(company, events.get(company.cik ?? '') ?? []))
}

function withEvents({ ticker, country, cik }: Company, events: CalendarCompany['events']): CalendarCompany[] {
  return cik === null ? [] : [{ ticker, country, cik, events }]
}

function rowBody({ company, event }: CalendarEntry) {
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
