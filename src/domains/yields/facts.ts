import { LATEST_UNIX_SEC } from '../../lib/clock.ts'
import { type Sql, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { chainKeySql, coinIdSql, knownChains } from '../registry/public.ts'
import { isPoolIdSql, poolIdSql } from './pool-id.ts'

// yields.md#samples: outside of these a figure is a slip; such a row is kept for inspection and
// never served.
export const LEAST_TVL_USD = 1_000
const MAX_TVL_USD = 5e10
const MAX_APY_PCT = 1e6

// Ids are plain texts and not words: reading one pool's rows would need the dictionary of all ids.
const pool = t.text(
  'The pool’s own key at its source, such as its address; or its id, a UUID, which is what the key is turned into',
  { max: 500 },
)
const pct = (what: string) => orNull(t.float(`${what}, percent`))
const usd = (what: string) => orNull(t.float(`${what}, US dollars`, { min: 0 }))

/** What a pool is. It has no time: a new row of the same pool replaces the old one. */
export const yieldPools = defineFact({
  name: 'yield_pools',
  describe:
    'Pools that pay a yield: where they are and what they hold. Their figures are the facts yield_samples and lending_samples.',
  key: { pool },
  values: {
    project: t.text('Slug or id of the protocol; any other name is served as it is', { max: 200 }),
    chain: t.word('Chain, by any of its names'),
    symbol: t.text('Symbols of its tokens, joined by -, such as USDC-WETH', { max: 200 }),
    poolMeta: orNull(
      t.text('What tells it from the project’s other pools, such as a fee or a date', { max: 500 }),
    ),
    url: orNull(t.text('Its page', { max: 2_000 })),
    underlyingTokens: t.texts('Addresses of the tokens it takes'),
    rewardTokens: t.texts('Addresses of the tokens it pays besides'),
    exposure: orNull(
      t.word('single or multi: one token at risk or several; empty: multi when the symbol has a -'),
    ),
    poolOld: orNull(
      t.text('The pool’s own key again; needed only where pool is a UUID already', { max: 500 }),
    ),
  },
  normalize: {
    pool: poolIdSql(sql`pool`),
    chain: chainKeySql(sql`chain`),
    symbol: sql`trimBoth(symbol)`,
    project: sql`trimBoth(project)`,
    exposure: sql`lower(exposure)`,
    poolOld: sql`if(${isPoolIdSql(sql`pool`)}, poolOld, ifNull(poolOld, toString(pool)))`,
  },
  known: { chain: knownChains() },
  hold: [
    {
      reason: 'exposure is neither single nor multi',
      when: sql`exposure NOT IN ('single', 'multi')`,
    },
  ],
})

/** What a pool held and paid at a timestamp. */
export const yieldSamples = defineFact({
  name: 'yield_samples',
  describe:
    'Value and yield of a pool at a timestamp, hourly or daily. Give apyBasePct and apyRewardPct, or apyPct alone.',
  key: { pool },
  time: 'atSec',
  values: {
    tvlUsd: t.float('Value in the pool, US dollars; of a lending market what is left to borrow', {
      min: 0,
    }),
    apyPct: pct(
      'Yield of a year with interest on interest; not used where one of its parts is given',
    ),
    apyBasePct: pct('Its part from fees and interest'),
    apyRewardPct: pct('Its part from tokens paid besides'),
    il7dPct: pct('Impermanent loss of the last 7 days'),
    apyBase7dPct: pct('Base part of the last 7 days, as a yearly rate'),
    apyBaseInceptionPct: pct('Base part since the pool began, as a yearly rate'),
    volume1dUsd: usd('Volume of the last day'),
    volume7dUsd: usd('Volume of the last 7 days'),
    pricePerShare: orNull(t.float('Underlying tokens for one share', { min: 0 })),
    kind: orNull(
      t.word(
        'lending: little may be left to borrow; options: the yield may be below 0; empty for all others',
      ),
    ),
  },
  normalize: { pool: poolIdSql(sql`pool`), apyPct: totalApySql(), kind: sql`lower(kind)` },
  hold: [
    {
      reason: 'kind is neither lending nor options',
      when: sql`kind NOT IN ('lending', 'options')`,
    },
    {
      reason: 'less than 1,000 USD',
      when: sql`tvlUsd < ${LEAST_TVL_USD} AND ifNull(kind, '') != 'lending'`,
    },
    { reason: 'more than 50 bn USD', when: sql`tvlUsd > ${MAX_TVL_USD}` },
    { reason: 'no yield is given', when: sql`isNull(apyPct)` },
    { reason: 'a yield above 1,000,000 percent', when: sql`apyPct > ${MAX_APY_PCT}` },
    { reason: 'a yield of −100 percent or less', when: sql`apyPct <= -100` },
  ],
})

/** What a lending market lent, and its terms; what lenders are paid is its pool's sample. */
export const lendingSamples = defineFact({
  name: 'lending_samples',
  describe:
    'Supply, debt and terms of a lending market at a timestamp. Its pool has the same key in yield_pools and yield_samples.',
  key: { pool },
  time: 'atSec',
  values: {
    totalSupplyUsd: usd('Everything supplied, lent out or not'),
    totalBorrowUsd: usd('Everything lent out'),
    debtCeilingUsd: usd('The most that may be lent out'),
    apyBaseBorrowPct: pct('What a borrower pays in a year'),
    apyRewardBorrowPct: pct('What a borrower is paid back in tokens in a year'),
    ltv: orNull(
      t.float(
        'Loan to value: what may be borrowed against one dollar of it, 0 to 1; a row outside of that is not listed',
      ),
    ),
    borrowable: orNull(t.bool('Whether it can be borrowed')),
    mintedCoin: orNull(
      t.text(
        'Symbol of the coin that borrowing mints, for a debt position; empty where the pool’s own token is lent',
        { max: 60 },
      ),
    ),
    borrowFactor: orNull(
      t.float('How much heavier a debt in it counts, as a fraction', { min: 0 }),
    ),
  },
  normalize: { pool: poolIdSql(sql`pool`) },
  hold: [
    { reason: 'supply of more than 50 bn USD', when: sql`totalSupplyUsd > ${MAX_TVL_USD}` },
    { reason: 'debt of more than 50 bn USD', when: sql`totalBorrowUsd > ${MAX_TVL_USD}` },
  ],
})

/** What a perpetual market paid and held at a timestamp. */
export const perpSamples = defineFact({
  name: 'perp_samples',
  describe:
    'Funding, open interest and prices of a perpetual market at a timestamp. A market is listed while its newest row is at most 3 hours old.',
  key: {
    pool: t.text(
      'The market’s own key at its source, such as exchange and ticker; or its id, a UUID, which is what the key is turned into',
      { max: 500 },
    ),
  },
  time: 'atSec',
  values: {
    marketplace: t.text('Exchange or protocol that runs it', { max: 200 }),
    market: t.text('Its ticker there', { max: 100 }),
    baseAsset: t.text('Symbol of what is traded', { max: 60 }),
    chain: orNull(t.word('Chain, by any of its names; empty for an exchange that is on none')),
    fundingRate: t.float('Rate of the coming funding, as a fraction: 0.0001 is 0.01 percent'),
    fundingRatePrevious: orNull(
      t.float(
        'Rate of the last funding that was settled, as a fraction; the averages are made of these',
      ),
    ),
    fundingTimePreviousSec: orNull(
      t.int('When it was settled, Unix seconds', { min: 0, max: LATEST_UNIX_SEC }),
    ),
    nextFundingSec: orNull(
      t.int('When the coming one is due, Unix seconds', { min: 0, max: LATEST_UNIX_SEC }),
    ),
    openInterestUsd: usd('Open interest'),
    indexPrice: orNull(t.float('Price of what is traded', { min: 0 })),
    markPrice: orNull(t.float('Price at which positions are valued', { min: 0 })),
  },
  normalize: { pool: poolIdSql(sql`pool`), chain: chainKeySql(sql`chain`) },
  known: { chain: knownChains() },
  hold: [
    {
      reason: 'a funding rate beyond 100 percent: rates are fractions',
      when: sql`abs(fundingRate) > 1 OR ifNull(abs(fundingRatePrevious) > 1, 0)`,
    },
  ],
})

/** What a liquid-staking token was worth at a timestamp, by its own books and in the market. */
export const stakingRates = defineFact({
  name: 'staking_rates',
  describe:
    'Rates of liquid-staking tokens in ETH at a timestamp: what the token can be redeemed for, and what it trades for.',
  key: { coin: t.text('Coin id of the token: <chain>:<address>', { max: 300 }) },
  time: 'atSec',
  values: {
    name: t.text('Name, such as that of its protocol', { max: 200 }),
    symbol: t.text('Symbol', { max: 60 }),
    type: orNull(t.word('rebase: balances grow; accruing: the rate grows; empty: neither')),
    expectedRate: t.float('ETH that one token stands for by its own books', {
      min: 1e-9,
      max: 1e9,
    }),
    marketRate: orNull(t.float('ETH that one token trades for', { min: 0, max: 1e9 })),
    fee: orNull(
      t.float('Share of the rewards that is kept, as a fraction: 0.1 is 10 percent', {
        min: 0,
        max: 1,
      }),
    ),
    pool: orNull(t.text('Key or id of its pool in yield_pools, which has its yield', { max: 500 })),
  },
  normalize: {
    coin: coinIdSql(sql`coin`),
    type: sql`lower(type)`,
    pool: sql`if(isNull(pool), NULL, ${poolIdSql(sql`assumeNotNull(pool)`)})`,
  },
  hold: [
    {
      reason: 'type is neither rebase nor accruing',
      when: sql`type NOT IN ('rebase', 'accruing')`,
    },
  ],
})

/**
 * SQL of a sample's total yield (yields.md#samples) from the columns of a file: the sum of its
 * parts where one is given, else the total; below 0 only for options.
 */
function totalApySql(): Sql {
  const given = sql`if(isNull(apyBasePct) AND isNull(apyRewardPct), apyPct, ifNull(apyBasePct, 0.) + ifNull(apyRewardPct, 0.))`
  // An array of one gives the sum a name.
  return sql`arrayMap(total -> if(total < 0 AND ifNull(lower(kind), '') != 'options', 0., total), [${given}])[1]`
}
