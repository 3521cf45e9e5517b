import { LATEST_UNIX_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'

// No fund of this size exists; such a row is kept for inspection and never served.
const TOO_LARGE_USD = 1e12

const ticker = t.word('Ticker of the fund, any case', { max: 20 })
const tickerSql = sql`upper(trimBoth(ticker))`
// A fund has one row a day: whatever second a file gives, the row belongs to that UTC day.
const daySql = sql`toUInt32(intDiv(atSec, 86400) * 86400)`

const amount = (describe: string) => orNull(t.float(describe, { min: 0 }))

export const etfs = defineFact({
  name: 'etfs',
  describe:
    'Exchange-traded funds on crypto assets: who runs them, what they cost and which asset they hold.',
  key: { ticker },
  values: {
    issuer: orNull(t.text('Company that issues the fund', { max: 200 })),
    name: orNull(t.text('Full name of the fund', { max: 300 })),
    type: orNull(t.word('Kind of fund, such as Spot or Futures')),
    custodian: orNull(t.text('Company that keeps the assets', { max: 200 })),
    feePct: orNull(
      t.float('Yearly fee in percent of the assets: 0.25 means 0.25%', { min: 0, max: 100 }),
    ),
    url: orNull(t.text('Web page of the fund', { max: 2_000 })),
    asset: t.text(
      'Aggregator id of the asset it holds, such as bitcoin; a leading aggregator: is dropped',
      { max: 200 },
    ),
  },
  normalize: {
    ticker: tickerSql,
    asset: sql`replaceRegexpOne(lower(trimBoth(asset)), '^aggregator:', '')`,
  },
})

export const etfDays = defineFact({
  name: 'etf_days',
  describe:
    'What a fund reported for a trading day. One row a fund and day, atSec being any time of that UTC day; days without trading have none. Leave a cell empty when the figure is not known.',
  key: { ticker },
  time: 'atSec',
  values: {
    priceUsd: amount('Closing price of a share, in US dollars'),
    navUsd: amount('Net asset value of a share, in US dollars; empty: assets divided by shares'),
    volumeUsd: amount('Value of the shares traded that day, in US dollars'),
    shares: amount(
      'Shares outstanding at the close, counted as they are that day (see etf_splits)',
    ),
    aumUsd: amount('Assets under management, in US dollars'),
    underlying: amount('Amount of the asset held, in whole coins'),
    underlyingPriceUsd: amount(
      'Price of the asset the fund used, in US dollars; empty: taken from prices',
    ),
    flowsUsd: orNull(
      t.float(
        'Money in (positive) or out (negative) as the fund reports it, in US dollars; empty: computed from shares',
      ),
    ),
    asOfSec: orNull(
      t.int('When these figures were taken, Unix seconds', { min: 0, max: LATEST_UNIX_SEC }),
    ),
  },
  normalize: { ticker: tickerSql, atSec: daySql },
  hold: [
    {
      reason: 'more than 1 trillion USD',
      when: sql`aumUsd > ${TOO_LARGE_USD} OR abs(flowsUsd) > ${TOO_LARGE_USD}`,
    },
    // Such a row has a wrong unit (shares in thousands, say), and its shares would pass for a flow.
    {
      reason: 'aumUsd is under half or over twice shares × navUsd',
      when: sql`aumUsd > 2 * shares * navUsd OR aumUsd < 0.5 * shares * navUsd`,
    },
  ],
})

export const etfSplits = defineFact({
  name: 'etf_splits',
  describe:
    'Splits of fund shares, so that a change of their number is not taken for money. To withdraw one, give it again with ratio 1.',
  key: { ticker },
  time: 'atSec',
  values: {
    ratio: t.float('New shares for each old one: 2 for a 2-for-1 split, 0.1 when ten become one', {
      min: 1e-6,
      max: 1e6,
    }),
  },
  normalize: { ticker: tickerSql, atSec: daySql },
})
