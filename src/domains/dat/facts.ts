import { identifier, joinSql, literal, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { TRANSACTION_TYPES } from './derive/transactions.ts'

// No treasury ever bought this much in one transaction; such a row is held.
const TOO_LARGE_USD = 1e12

const institution = t.int('Number of the institution, of your choice; it stays the same for good', {
  min: 1,
  max: 2_147_483_647,
})

const dateHold = (column: string) => ({
  reason: `${column} is not a day as YYYY-MM-DD`,
  // A day that does not exist, such as 31 February, is read as another one: not what was written.
  when: sql`isNotNull(${identifier(column)}) AND ifNull(toString(toDate32OrNull(toString(${identifier(column)}))) != toString(${identifier(column)}), 1)`,
})

const amount = (describe: string) => orNull(t.float(describe, { min: 0 }))

export const datInstitutions = defineFact({
  name: 'dat_institutions',
  describe: 'Institutions that hold crypto assets in their treasury, such as listed companies.',
  key: { institution },
  values: {
    ticker: t.word(
      'Ticker symbol, any case; with the country it names the listing in equity_listings whose price counts',
      { max: 30 },
    ),
    country: orNull(
      t.word(
        'Country of that listing: two letters of ISO 3166-1, such as US; empty: not listed, so without a price',
        { max: 20 },
      ),
    ),
    name: t.text('Name', { max: 300 }),
    type: t.word('Kind of institution, such as Stock', { max: 60 }),
  },
  normalize: { ticker: sql`upper(trimBoth(ticker))`, country: sql`upper(trimBoth(country))` },
  hold: [
    {
      reason: 'country is not two letters',
      when: sql`isNotNull(country) AND NOT match(ifNull(country, ''), '^[A-Z]{2}$')`,
    },
  ],
})

export const datTransactions = defineFact({
  name: 'dat_transactions',
  describe:
    'What institutions bought, earned, sold or spent of crypto assets, one row each with its source. What they hold is the sum of these. To correct one, give it again with the same id; to withdraw one, give it with approved false.',
  key: {
    id: t.int('Number of the transaction, of your choice; it stays the same for good', {
      min: 1,
      max: 9_007_199_254_740_991,
    }),
  },
  values: {
    institution,
    asset: t.text('Aggregator id of the asset, such as bitcoin; a leading aggregator: is dropped', {
      max: 200,
    }),
    amount: t.float('Whole coins, never negative: the type says whether they came in or went out', {
      min: 0,
      max: 1e18,
    }),
    avgPriceUsd: amount('Average price of a coin in US dollars; empty: usdValue divided by amount'),
    usdValue: amount(
      'What was paid or received in US dollars, fees included; empty: amount × avgPriceUsd',
    ),
    startDate: orNull(t.word('First day of the transaction, YYYY-MM-DD', { max: 20 })),
    endDate: orNull(
      t.word(
        'Last day, YYYY-MM-DD: from this day on it counts; empty: startDate, else reportDate',
        { max: 20 },
      ),
    ),
    reportDate: t.word('Day on which it was announced, YYYY-MM-DD', { max: 20 }),
    type: t.word(
      `One of ${TRANSACTION_TYPES.join(', ')}; the first two come in, the others go out`,
      { max: 60 },
    ),
    sourceType: orNull(t.word('Kind of source, such as filing or press release')),
    sourceUrl: orNull(t.text('URL of the source', { max: 2_000 })),
    sourceNote: orNull(t.text('What the source says', { max: 2_000 })),
    approved: t.bool(
      'Whether it was checked and counts; a row that is not approved is shown but never counted',
    ),
    rejectReason: orNull(t.text('Why it was not approved', { max: 1_000 })),
  },
  normalize: {
    asset: sql`replaceRegexpOne(lower(trimBoth(asset)), '^aggregator:', '')`,
    type: sql`lower(trimBoth(type))`,
  },
  hold: [
    {
      reason: `type is none of ${TRANSACTION_TYPES.join(', ')}`,
      when: sql`type NOT IN (${joinSql(TRANSACTION_TYPES.map((type) => sql`${literal(type)}`))})`,
    },
    dateHold('startDate'),
    dateHold('endDate'),
    dateHold('reportDate'),
    { reason: 'endDate is before startDate', when: sql`toString(endDate) < toString(startDate)` },
    {
      reason: 'more than 1 trillion USD',
      when: sql`usdValue > ${TOO_LARGE_USD} OR amount * avgPriceUsd > ${TOO_LARGE_USD}`,
    },
    // Such a row has a wrong unit, and would spoil the cost of everything held.
    {
      reason: 'usdValue is under half or over twice amount × avgPriceUsd',
      when: sql`usdValue > 2 * amount * avgPriceUsd OR usdValue < 0.5 * amount * avgPriceUsd`,
    },
  ],
})

const count = (describe: string) => orNull(t.float(describe, { min: 0, max: 1e15 }))

export const datShares = defineFact({
  name: 'dat_shares',
  describe:
    'Share counts of institutions as they were on a day (not adjusted for later splits). A count holds until the next one; atSec is any time of its UTC day.',
  key: { institution },
  time: 'atSec',
  values: {
    realized: count('Shares outstanding, with actions that are completed'),
    realistic: count(
      'The same with dilution that cannot be avoided and prefunded warrants; the realized count in case of a net loss',
    ),
    max: count(
      'The same with every instrument for a fixed number of shares; sales at the market that may still come are not in it',
    ),
  },
  normalize: { atSec: sql`toUInt32(intDiv(atSec, 86400) * 86400)` },
  hold: [
    {
      reason: 'the counts do not grow from realized over realistic to max',
      when: sql`realized > realistic OR realistic > max OR realized > max`,
    },
  ],
})
