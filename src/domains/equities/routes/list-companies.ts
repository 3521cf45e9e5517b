import Type from 'typebox'
import { optionalText } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { labelSlug, meansLabel, UNKNOWN } from '../derive/market/label-slug.ts'
import { MARKET_FACTS, type MarketCompany, marketState } from '../read/market.ts'

const company = namedShape('EquityCompany', {
  ticker: Type.String({ description: 'Ticker' }),
  companyName: Type.String({ description: 'Name of the company' }),
  country: Type.String({ description: 'ISO 3166-1, two letters' }),
  countryName: Type.String({ description: 'Name of the country' }),
  sectorSlug: Type.String({ description: 'Slug of its sector' }),
  industrySlug: Type.String({ description: 'Slug of its industry' }),
})

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

export const listCompanies = defineRoute({
  id: 'equities.listCompanies',
  operationId: 'listEquityCompanies',
  summary: 'All listed companies, the largest first',
  describe:
    'Sorted by market cap in US dollars; companies whose market cap is not known come last, by ticker. A sector or industry without companies gives an empty list.',
  paths: { pro: '/equities/v1/companies-list' },
  query: {
    sector: optionalText('Slug or label of a sector, any case.', 'technology'),
    industry: optionalText('Slug or label of an industry, any case.', 'application-software'),
  },
  response: Type.Array(company),
  example: [
    {
      ticker: 'ZHRLN',
      companyName: 'Harborline Software Inc.',
      country: 'US',
      countryName: 'United States',
      sectorSlug: 'technology',
      industrySlug: 'software',
    },
  ],
  table: '[]',
  reads: MARKET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ query }, { states, snapshot, nowSec }) => {
    const market = await states.get(marketState, snapshot)
    return market
      .filter(({ company: { delistedSec } }) => delistedSec === null || delistedSec > nowSec)
      .filter(
        ({ company: { sector } }) =>
          query.sector === undefined || meansLabel(query.sector, sector ?? UNKNOWN),
      )
      .filter(
        ({ company: { industry } }) =>
          query.industry === undefined || meansLabel(query.industry, industry ?? UNKNOWN),
      )
      .sort(bySize)
      .map(({ company: { ticker, name, country, sector, industry } }) => ({
        ticker,
        companyName: name,
        country,
        countryName: countryNames.of(country) ?? country,
        sectorSlug: labelSlug(sector ?? UNKNOWN),
        industrySlug: labelSlug(industry ?? UNKNOWN),
      }))
  },
})

/** Largest first; of one company its main share class first. */
function bySize(a: MarketCompany, b: MarketCompany): number {
  if (a.marketCapUsd !== b.marketCapUsd) {
    if (a.marketCapUsd === null || b.marketCapUsd === null) return a.marketCapUsd === null ? 1 : -1
    return b.marketCapUsd - a.marketCapUsd
  }
  return a.company.rank - b.company.rank || (a.company.ticker < b.company.ticker ? -1 : 1)
}
