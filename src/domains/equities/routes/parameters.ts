import {
  flag,
  optionalText,
  type Parameter,
  quote,
  text,
  timestampExample,
} from '../../../http/parameters.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { dateOf, dayOf } from '../derive/days.ts'
import { findTimeframe, TIMEFRAMES, type Timeframe } from '../derive/prices/timeframe.ts'
import type { Ledger } from '../derive/statements/ledger.ts'
import { companyFacts, equityBars, equityIntraday, equitySplits } from '../facts.ts'
import { COMPANY_FACTS, type Company, companiesState, listingKey } from '../read/companies.ts'
import { splitsState } from '../read/company-actions.ts'
import { readLedger } from '../read/figures.ts'

/** A company of the demo world. */
export const EXAMPLE_TICKER = 'ZBLTH'

/** The two parameters that name a company. */
export const companyQuery = {
  ticker: text('Ticker symbol, any case.', EXAMPLE_TICKER),
  country: text('Country of the listing, two letters of ISO 3166-1, any case.', 'US'),
}

/** The requested company, or a 404 with suggestions. */
export async function getCompany(
  query: { ticker: string; country: string },
  { states, snapshot }: RequestContext,
): Promise<Company> {
  const companies = await states.get(companiesState, snapshot)
  return companies.get(query.ticker, query.country)
}

/** The two parameters that narrow lists of companies and industries. */
export const labelQuery = {
  sector: optionalText('Slug or label of a sector, any case.', 'technology'),
  industry: optionalText('Slug or label of an industry, any case.', 'application-software'),
}

/** Parameters of operations that show figures of filings. */
export const filedQuery = {
  ...companyQuery,
  asReported: flag(
    "Share counts and figures per share as they were filed, not in today's shares after splits.",
  ),
}

/** What `readFiled` is made from. */
export const FILED_FACTS = [...COMPANY_FACTS, companyFacts, equitySplits]

/** Everything the requested company has reported. */
export async function readFiled(
  query: { ticker: string; country: string; asReported: boolean },
  context: RequestContext,
): Promise<Ledger> {
  const { snapshot, states, nowSec } = context
  const company = await getCompany(query, context)
  const all = query.asReported ? undefined : await states.get(splitsState, snapshot)
  return readLedger(snapshot, company.cik, all?.get(listingKey(company)) ?? [], nowSec)
}

/** How far back to go; any case, empty or absent means all of history. */
export const timeframeParameter: Parameter<Timeframe> = {
  describe: `One of ${TIMEFRAMES.join(', ')}, any case; default MAX. 1D, 7D and 1W are in five-minute steps where there are any.`,
  example: '1Y',
  schema: { type: 'string', enum: TIMEFRAMES, default: 'MAX' },
  parse: (text, name) => {
    if (text === undefined) return 'MAX'
    const found = findTimeframe(text)
    if (found === undefined)
      throw invalidParameter(name, `must be one of ${TIMEFRAMES.join(', ')}, not ${quote(text)}.`)
    return found
  },
}

/** What operations on a timeframe of a company's bars have in common. */
export const ofTimeframe = {
  query: { ...companyQuery, timeframe: timeframeParameter },
  reads: [...COMPANY_FACTS, equityBars, equityIntraday, equitySplits],
  nowStepSec: 300,
}

const STATUSES = ['reported', 'inferred', 'confirmed', 'estimated'] as const
const MAX_ROWS = 20_000

/** A calendar date as its day number. */
export function optionalDate(
  describe: string,
  exampleDaysAhead: number,
): Parameter<number | undefined> {
  const exampleAt = (nowSec: number) => dateOf(Math.floor(nowSec / DAY_SEC) + exampleDaysAhead)
  return {
    describe,
    ...timestampExample(exampleAt),
    schema: { type: 'string', format: 'date' },
    parse: (text, name) => {
      if (text === undefined || text === '') return undefined
      const day = /^\d{4}-\d\d-\d\d$/.test(text) ? dayOf(text) : Number.NaN
      // A 30th of February would roll over into March.
      if (Number.isNaN(day) || dateOf(day) !== text)
        throw invalidParameter(name, `must be a date such as 2026-01-31, not ${quote(text)}.`)
      return day
    },
  }
}

export const statusParameter: Parameter<(typeof STATUSES)[number] | undefined> = {
  describe: `Only rows of this \`date_status\`: ${STATUSES.join(', ')}, any case. Nothing is \`confirmed\` yet.`,
  example: 'estimated',
  schema: { type: 'string', enum: STATUSES },
  parse: (text, name) => {
    if (text === undefined || text === '') return undefined
    const found = STATUSES.find((status) => status === text.trim().toLowerCase())
    if (found === undefined)
      throw invalidParameter(name, `must be one of ${STATUSES.join(', ')}, not ${quote(text)}.`)
    return found
  },
}

/** A positive number of rows; more than the most means the most (equities.md#earnings-calendar). */
export const limitParameter: Parameter<number> = {
  describe: `The most rows, taken from the earliest; at most ${MAX_ROWS}, which is the default.`,
  example: 100,
  schema: { type: 'integer', minimum: 1, default: MAX_ROWS },
  parse: (text, name) => {
    if (text === undefined || text === '') return MAX_ROWS
    const limit = /^\d+$/.test(text) ? Math.min(Number(text), MAX_ROWS) : 0
    if (limit < 1)
      throw invalidParameter(name, `must be a whole number from 1 on, not ${quote(text)}.`)
    return limit
  },
}
