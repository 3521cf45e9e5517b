import {
  boolean,
  dayText,
  integer,
  nullableText,
  number,
  percent,
  string,
  timeText,
  usd,
} from '../../http/described.ts'
import { mapOf, nullable } from '../../http/schemas.ts'
import { field, fieldsOf, record } from '../../records/record.ts'
import { averagePrice } from './derive/holdings.ts'
import type { marketFigures } from './derive/market-history.ts'
import { transactionPrice, transactionUsd } from './derive/transactions.ts'
import type { Asset } from './read/assets.ts'
import type { SourcedTransaction } from './read/institutions.ts'

/** A number as text without an exponent, for clients that keep amounts as text. */
export function plainDecimal(value: number): string
export function plainDecimal(value: number | null): string | null
export function plainDecimal(value: number | null): string | null {
  if (value === null) return null
  const text = String(value)
  if (!text.includes('e')) return text
  return new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 17 }).format(
    value,
  )
}

const of = fieldsOf<SourcedTransaction & { ticker: string; held: Asset | undefined }>()

/** A transaction of an institution, which has the ticker, in an asset that it holds or held. */
export const transactionRecord = record(
  {
    id: field(integer('Id of the transaction'), 70_082),
    asset: field(string('Id of the asset'), 'bitcoin'),
    amount: of(string('Whole coins'), '120', (row) => plainDecimal(row.amount)),
    avg_price: of(nullable(string('US dollars for a coin, as text')), '91000', (row) =>
      plainDecimal(transactionPrice(row)),
    ),
    usd_value: of(nullable(string('US dollars, as text')), '10920000', (row) =>
      plainDecimal(transactionUsd(row)),
    ),
    start_date: field(
      nullable(dayText('First day it can have happened')),
      '2026-01-05',
      'startDate',
    ),
    end_date: field(nullable(dayText('Last day it can have happened')), '2026-01-11', 'endDate'),
    report_date: field(dayText('When it was reported'), '2026-01-12', 'reportDate'),
    type: field(string('purchase, income, sale or spend'), 'purchase'),
    source_type: field(nullableText('Kind of source'), 'filing', 'sourceType'),
    source_url: field(
      nullableText('URL of the source'),
      'https://filings.example/70082',
      'sourceUrl',
    ),
    source_note: field(
      nullableText('Note on the source'),
      '120 coins bought between 5 and 11 January.',
      'sourceNote',
    ),
    is_approved: of(boolean('It was checked and counts'), true, (row) => row.isApproved),
    reject_reason: field(
      nullableText('Why it does not count; null when it does'),
      null,
      'rejectReason',
    ),
    last_updated: of(timeText('When it was recorded'), '2026-01-12T13:00:00.000Z', (row) =>
      new Date(row.recordedMs).toISOString(),
    ),
    ticker: of(string('Ticker of the share'), 'XYZ', (row) => row.ticker),
    assetName: of(nullableText('Name of the asset'), 'Bitcoin', (row) => row.held?.name ?? null),
    assetTicker: of(nullableText('Symbol of the asset'), 'BTC', (row) => row.held?.ticker ?? null),
  },
  'InstitutionTransaction',
)

const about = {
  institutionId: field(integer('Id of the institution'), 7, 'id'),
  ticker: field(string('Ticker of the share'), 'XYZ'),
  name: field(string('Display name'), 'Example Holdings Inc.'),
  type: field(string('Kind of institution, such as Stock'), 'Stock'),
}

const share = {
  price: field(nullable(usd('Of a share')), 151.2, 'priceUsd'),
  priceChange24h: field(
    nullable(percent('Change of the share price over a day')),
    -1.4,
    'priceChangePct',
  ),
  volume24h: field(nullable(number('Shares traded in the newest session')), 9_650_000, 'volume'),
}

const ofMarket = fieldsOf<ReturnType<typeof marketFigures>>()
const counted = (description: string, kind: 0 | 1 | 2, example: string) =>
  ofMarket(nullableText(description), example, ({ shares }) => plainDecimal(shares[kind]))
const capped = (description: string, kind: 0 | 1 | 2, example: number) =>
  ofMarket(nullable(usd(description)), example, ({ mcaps }) => mcaps[kind])

/** mNAV by each share count, of the market caps of some names. */
function mNavs(realized: string, realistic: string, max: string) {
  const one = (cap: string, kind: 0 | 1 | 2, example: number) =>
    ofMarket(
      nullable(number(`${cap} ÷ value of the crypto held`)),
      example,
      ({ mNavs: values }) => values[kind],
    )
  return {
    realized_mNAV: one(realized, 0, 0.88),
    realistic_mNAV: one(realistic, 1, 0.92),
    max_mNAV: one(max, 2, 0.99),
  }
}

const held = {
  amount: field(number('Whole coins'), 640_000),
  avgPrice: field(nullable(usd('Average price paid for a coin')), 51_718.75, averagePrice),
  usdValue: field(nullable(usd('Value now')), 46_200_000_000),
  cost: field(nullable(usd('What was paid')), 33_100_000_000),
}
export const heldRecord = record(held)

export const holdingRecord = record(
  {
    ...held,
    transactionCount: field(integer('Number of transactions'), 82),
    firstAnnouncementDate: field(dayText('First report'), '2020-08-11', 'firstReportDate'),
    lastAnnouncementDate: field(dayText('Last report'), '2026-01-12', 'lastReportDate'),
    supplyPercentage: field(nullable(percent('Share of the circulating supply')), 3.21),
  },
  'InstitutionHolding',
)

const worth = {
  totalUsdValue: field(nullable(usd('Value of all that it holds')), 46_200_000_000),
  totalCost: field(nullable(usd('What was paid for it')), 33_100_000_000),
}
export const worthRecord = record({ institutionId: about.institutionId, ...worth })

/** An institution in the list. */
export const institutionRecord = record(
  {
    ...about,
    ...share,
    mcapRealized: capped('Market cap by shares outstanding', 0, 40_520_000_000),
    mcapRealistic: capped('Market cap with dilution that is likely', 1, 42_300_000_000),
    mcapMax: capped('Market cap with all possible dilution', 2, 45_900_000_000),
    ...mNavs('mcapRealized', 'mcapRealistic', 'mcapMax'),
    ...worth,
    holdings: field(mapOf(holdingRecord.schema, 'By asset'), { bitcoin: holdingRecord.example }),
  },
  'InstitutionItem',
)

/** What the detail of an institution begins with. */
export const detailRecord = record({
  ...about,
  rank: field(integer('By value of the treasury, 1 is the largest'), 1),
  ...share,
  fd_realized: counted('Shares outstanding, today’s shares', 0, '268000000'),
  fd_realistic: counted('Shares with dilution that is likely, today’s shares', 1, '279800000'),
  fd_max: counted('Shares with all possible dilution, today’s shares', 2, '303600000'),
  mcap_realized: capped('Market cap by fd_realized', 0, 40_521_600_000),
  mcap_realistic: capped('Market cap by fd_realistic', 1, 42_305_760_000),
  mcap_max: capped('Market cap by fd_max', 2, 45_904_320_000),
  ...mNavs('mcap_realized', 'mcap_realistic', 'mcap_max'),
  totalCost: field(nullable(usd('What was paid for all that it holds')), worth.totalCost.example),
  totalUsdValue: worth.totalUsdValue,
})

/** An asset of transactions that count. */
export const assetRecord = record(
  {
    name: field(nullableText('Display name'), 'Bitcoin'),
    ticker: field(nullableText('Symbol of the coin'), 'BTC'),
    aggregatorId: field(string('Id at the market-data aggregator'), 'bitcoin', 'asset'),
    companies: field(integer('Institutions that hold it'), 1),
    totalAmount: field(number('Coins that institutions hold'), 640_000),
    totalUsdValue: field(nullable(usd('Value of them')), 46_200_000_000),
    circSupplyPerc: field(nullable(percent('Share of the circulating supply')), 3.21),
  },
  'TreasuryAsset',
)
