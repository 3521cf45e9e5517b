import Type from 'typebox'
import { optionalText } from '../../../http/parameters.ts'
import { computed } from '../../../http/render/cells.ts'
import { list } from '../../../http/render/rows.ts'
import { defineRoute, type RequestContext } from '../../../http/route.ts'
import { WithHeaders } from '../../../http/with-headers.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import { monthsBefore } from '../derive/days.ts'
import { type CalendarCompany, calendarEntries } from '../derive/earnings/calendar-rows.ts'
import { equityFilings } from '../facts.ts'
import { COMPANY_FACTS, type Company, companiesState } from '../read/companies.ts'
import {
  allEventsState,
  type EventsByCik,
  RECENT_EVENT_DAYS,
  readEvents,
  recentEventsState,
} from '../read/earnings.ts'
import { calendarRecord } from './calendar-row.ts'
import { EXAMPLE_TICKER, limitParameter, optionalDate, statusParameter } from './parameters.ts'

const MONTHS_BACK = 1
const MONTHS_AHEAD = 13
const LAST_DAY = 100_000

export const listEarningsCalendar = defineRoute({
  id: 'equities.listEarningsCalendar',
  summary: 'When companies report earnings: past dates and estimates',
  describe:
    'Oldest first. Without `ticker` the whole market from a month back to 13 months ahead, which `from` and `to` may narrow or widen; with it all of the company’s history and its coming dates. Dates come from filings: an earnings release, else the periodic report of the quarter; coming ones are estimated from how the company reported before.',
  paths: { pro: '/equities/v1/earnings-calendar' },
  query: {
    ticker: optionalText('Ticker symbol, any case.', EXAMPLE_TICKER),
    from: optionalDate('Earliest `report_date`, YYYY-MM-DD, inclusive.', 0),
    to: optionalDate('Latest `report_date`, YYYY-MM-DD, inclusive.', 365),
    status: statusParameter,
    limit: limitParameter,
  },
  response: Type.Array(calendarRecord.schema),
  headers: {
    'X-Total-Matches': 'How many rows there are without the limit.',
    'X-Result-Truncated': 'Whether the limit cut rows off: true or false.',
  },
  example: [calendarRecord.example],
  table: '[]',
  reads: [...COMPANY_FACTS, equityFilings],
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const today = Math.floor(context.nowSec / DAY_SEC)
    if (query.from !== undefined && query.to !== undefined && query.from > query.to)
      throw invalidParameter('from', 'lies after `to`.')
    const isMarket = query.ticker === undefined
    // A bound outside the usual window takes the other one along.
    const fromDay =
      query.from ??
      (isMarket
        ? Math.min(
            monthsBefore(today, MONTHS_BACK),
            monthsBefore(query.to ?? LAST_DAY, MONTHS_BACK),
          )
        : 0)
    const toDay =
      query.to ??
      (isMarket ? monthsBefore(Math.max(today, query.from ?? today), -MONTHS_AHEAD) : LAST_DAY)
    const listings =
      query.ticker === undefined
        ? await listMarket(context, fromDay, today)
        : await listOfTicker(context, query.ticker)
    const entries = calendarEntries(listings, { fromDay, toDay, status: query.status }, today)
    const rows = computed(Math.min(entries.length, query.limit), (row) => {
      const { company, event } = at(entries, row)
      return calendarRecord.item({ ...company, ...event })
    })
    return new WithHeaders(list(rows), {
      'X-Total-Matches': String(entries.length),
      'X-Result-Truncated': String(entries.length > query.limit),
    })
  },
})

async function listMarket(
  { states, snapshot }: RequestContext,
  fromDay: number,
  today: number,
): Promise<CalendarCompany[]> {
  const isRecent = fromDay >= today - RECENT_EVENT_DAYS
  const [companies, events] = await Promise.all([
    states.get(companiesState, snapshot),
    states.get(isRecent ? recentEventsState : allEventsState, snapshot),
  ])
  return withEvents(companies.all, events)
}

async function listOfTicker(
  { states, snapshot }: RequestContext,
  ticker: string,
): Promise<CalendarCompany[]> {
  const companies = await states.get(companiesState, snapshot)
  const listings = companies.listByTicker(ticker)
  if (listings.length === 0) {
    const known = new Set(companies.all.map((company) => company.ticker))
    throw notFound(
      'No company has that ticker; /equities/v1/companies-list has them all.',
      suggest(ticker, known),
    )
  }
  const ciks = new Set(listings.map(({ cik }) => cik).filter((cik) => cik !== null))
  return withEvents(listings, await readEvents(snapshot, [...ciks]))
}

/** The listings of companies that file, each with the events of its company. */
function withEvents(listings: readonly Company[], events: EventsByCik): CalendarCompany[] {
  return listings.flatMap(({ ticker, country, cik }) =>
    cik === null ? [] : [{ ticker, country, cik, events: events.get(cik) ?? [] }],
  )
}
