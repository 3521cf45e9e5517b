import Type from 'typebox'
import { string } from '../../../http/described.ts'
import { nameFilter } from '../../../http/lists/filter.ts'
import { someOf } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { field, fieldsOf, record } from '../../../records/record.ts'
import { isOfLabels, labelSlug, UNKNOWN } from '../derive/market/sector-rows.ts'
import { MARKET_FACTS, type MarketCompany, marketState } from '../read/market.ts'
import { labelQuery } from './parameters.ts'
import { summaryRecord, summaryRow } from './summary-members.ts'

/** Any figure of the summary but those of 52 weeks, which need every bar. */
const { fiftyTwoWeekHigh: _high, fiftyTwoWeekLow: _low, ...metricMembers } = summaryRecord.members
type Metric = keyof typeof metricMembers
const METRICS = Object.keys(metricMembers) as Metric[]

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

const of = fieldsOf<MarketCompany['company']>()
const namesRecord = record({
  ticker: field(string('Ticker'), 'ZHRLN'),
  companyName: field(string('Name of the company'), 'Harborline Software Inc.', 'name'),
  country: field(string('ISO 3166-1, two letters'), 'US'),
  countryName: of(
    string('Name of the country'),
    'United States',
    ({ country }) => countryNames.of(country) ?? country,
  ),
  sectorSlug: of(string('Slug of its sector'), 'technology', ({ sector }) =>
    labelSlug(sector ?? UNKNOWN),
  ),
  industrySlug: of(string('Slug of its industry'), 'software', ({ industry }) =>
    labelSlug(industry ?? UNKNOWN),
  ),
})
const company = namedShape('EquityCompany', {
  ...namesRecord.members,
  // Each only where `metrics` names it.
  ...Type.Partial(Type.Object(metricMembers)).properties,
})

export const listCompanies = defineRoute({
  id: 'equities.listCompanies',
  operationId: 'listEquityCompanies',
  summary: 'All listed companies, the largest first',
  describe:
    'Sorted by market cap in US dollars; companies whose market cap is not known come last, by ticker. A sector or industry without companies gives an empty list.',
  paths: { pro: '/equities/v1/companies-list' },
  query: {
    ...labelQuery,
    metrics: someOf(
      'Figures of the summary to add to each company, comma-separated, by the same rules and in the currency of the listing.',
      METRICS,
    ),
  },
  response: Type.Array(company),
  example: [namesRecord.example],
  table: '[]',
  list: {
    onRequest: Object.fromEntries(METRICS.map((name) => [name, 'metrics'])),
    filters: {
      country: nameFilter(['country', 'countryName'], 'Only listed in these countries', 'US'),
    },
  },
  reads: MARKET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ query }, { states, snapshot, nowSec }) => {
    const market = await states.get(marketState, snapshot)
    return market
      .filter(({ company: { delistedSec } }) => delistedSec === null || delistedSec > nowSec)
      .filter(({ company }) => isOfLabels(query, company))
      .sort(bySize)
      .map((listing) => ({
        ...namesRecord.item(listing.company),
        ...metricsOf(listing, query.metrics),
      }))
  },
})

function metricsOf({ company, figures, quote }: MarketCompany, asked: ReadonlySet<Metric>) {
  if (asked.size === 0) return {}
  const summary = summaryRecord.item(summaryRow(company, figures, quote, null))
  return Object.fromEntries([...asked].map((name) => [name, summary[name]]))
}

/** Largest first; of one company its main share class first. */
function bySize(a: MarketCompany, b: MarketCompany): number {
  if (a.marketCapUsd !== b.marketCapUsd) {
    if (a.marketCapUsd === null || b.marketCapUsd === null) return a.marketCapUsd === null ? 1 : -1
    return b.marketCapUsd - a.marketCapUsd
  }
  return a.company.rank - b.company.rank || (a.company.ticker < b.company.ticker ? -1 : 1)
}
