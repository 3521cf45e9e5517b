import {
  dayText,
  described,
  nullableText,
  number,
  percent,
  string,
  usd,
} from '../../http/described.ts'
import { nullable } from '../../http/schemas.ts'
import { field, type RecordRow, record } from '../../records/record.ts'
import { isoDay } from './derive/valuation-figures.ts'
import { BACKINGS } from './facts.ts'

const worth = nullable(usd('Valuation of the company at this price'))
const sums = (what: string) => nullable(number(`${what}, USD`))
const change = (what: string) => nullable(number(`${what}, percent`))

/** What a company is, in lists and alone. */
const about = {
  id: field(string('Id of the company'), 'northwind-robotics', 'company'),
  name: field(string('Name of the company'), 'Northwind Robotics'),
  description: field(nullableText('What it does, in words'), 'Builds robots for warehouses.'),
}
const place = {
  website: field(nullableText('Web site'), 'https://example.org'),
  sector: field(nullableText('Sector'), 'Robotics'),
}

/** What a list of companies says of who they are. */
export const aboutRecord = record({ ...about, ...place })

export const companyRecord = record({
  ...about,
  ...place,
  latestEstimatedValuation: field(
    sums('Newest monthly estimate, or the last round’s post-money valuation'),
    4_120_000_000,
  ),
  latestRaise: field(sums('Amount of the newest round'), 250_000_000),
  latestFundingValuation: field(
    sums('Post-money valuation of the newest round that has one'),
    3_500_000_000,
  ),
  latestFundingDate: field(nullable(dayText('Day of the newest round')), '2025-03-15'),
  lastValuationDate: field(
    nullable(dayText('First day of the month of the estimate, or the day of the round')),
    '2026-01-01',
  ),
  totalRaised: field(sums('All disclosed amounts'), 610_000_000),
  valuationChange1YPercentage: field(change('Estimate against a year before'), 37.3),
  premiumVsLatestFundingPercentage: field(change('Estimate against the last round'), 17.7),
})

export const roundRecord = record(
  {
    date: field(string('YYYY-MM-DD'), '2025-03-15', (row: { atSec: number }) => isoDay(row.atSec)),
    amountRaised: field(nullable(usd('Amount raised')), 250_000_000, 'amountUsd'),
    valuation: field(nullable(usd('Post-money valuation')), 3_500_000_000, 'valuationUsd'),
    series: field(nullableText('Name of the round, such as Series A'), 'Series D'),
  },
  'PreIpoRound',
)

export const summaryRecord = record({
  ...about,
  summary: field(
    nullableText('The same as description'),
    about.description.example,
    (row: { description: string | null }) => row.description,
  ),
  ...place,
  latestEstimatedValuation: field(
    nullable(usd('Newest estimate, or the last round’s post-money valuation')),
    4_120_000_000,
  ),
  lastValuationDate: field(nullableText('YYYY-MM-DD'), '2026-01-01'),
  latestRaise: field(
    nullable(described(roundRecord.schema, 'Its newest round; null when none is known')),
    roundRecord.example,
  ),
})

/** A perpetual contract of the newest snapshot. */
export const perpRecord = record({
  exchangeName: field(string('Name of the venue'), 'Harbor Perps', 'exchange'),
  platformSlug: field(nullableText('Slug of the venue'), 'harbor-perps'),
  serviceContract: field(string('Venue and symbol'), 'NWR-USD', 'contract'),
  exchangeType: field(string('CEX or DEX'), 'DEX'),
  openInterest: field(nullable(usd('Open interest')), 1_200_000, 'openInterestUsd'),
  volume: field(nullable(usd('Traded in 24 hours')), 450_000, 'volumeUsd'),
  price: field(nullable(usd()), 412, 'priceUsd'),
  annualizedFundingRate: field(nullable(percent('Funding rate per year')), 10.95, 'fundingPct'),
  tradeUrl: field(nullableText('Where it is traded'), 'https://example.org/trade/NWR-USD'),
  estimatedValuation: field(worth, 4_120_000_000, 'valuationUsd'),
})
export type PerpRow = RecordRow<typeof perpRecord>

/** A token of the newest snapshot. */
export const tokenRecord = record({
  issuerName: field(string('Who issues the token'), 'Cedar Shares', 'issuer'),
  slug: field(nullableText('Slug of the issuer'), 'cedar-shares'),
  backing: field(string(`One of ${BACKINGS.join(', ')}`), 'SPV interest'),
  productUrl: field(nullableText('Where the token is described'), 'https://example.org/nwr'),
  price: field(nullable(usd()), 410.5, 'priceUsd'),
  marketCap: field(nullable(usd('Market cap of the token')), 8_200_000, 'marketCapUsd'),
  estimatedValuation: field(worth, 4_105_000_000, 'valuationUsd'),
})
export type TokenRow = RecordRow<typeof tokenRecord>
