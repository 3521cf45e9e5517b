import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { companyFigures } from '../derive/market/company-figures.ts'
import { yearRange } from '../derive/prices/quote.ts'
import {
  companyFacts,
  equityBars,
  equityDividends,
  equityIntraday,
  equitySplits,
} from '../facts.ts'
import { COMPANY_FACTS, companiesState } from '../read/companies.ts'
import { readPricedFundamentals } from '../read/company-prices.ts'
import { companyQuery } from './parameters.ts'
import { summaryRecord, summaryRow } from './summary-members.ts'

export const getSummary = defineRoute({
  id: 'equities.getSummary',
  operationId: 'getEquitySummary',
  summary: 'Market value, ratios and trailing figures of a company',
  describe:
    'One snapshot from the newest price and the newest filings, in the currency of the listing. Yields, margins and changes are in percent. TTM is the last twelve months. A ratio with a zero or negative denominator is null; so is every reported amount of a company that reports in another currency than its shares are priced in.',
  paths: { pro: '/equities/v1/summary' },
  query: companyQuery,
  response: summaryRecord.schema,
  example: summaryRecord.example,
  reads: [
    ...COMPANY_FACTS,
    companyFacts,
    equityBars,
    equityIntraday,
    equitySplits,
    equityDividends,
  ],
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const companies = await context.states.get(companiesState, context.snapshot)
    const company = companies.get(query.ticker, query.country)
    const { prices, filed } = await readPricedFundamentals(context, companies, company)
    const range = prices.quote === null ? null : yearRange(prices.bars, prices.quote)
    const figures = companyFigures(filed, prices)
    return summaryRecord.item(summaryRow(company, figures, prices.quote, range))
  },
})
