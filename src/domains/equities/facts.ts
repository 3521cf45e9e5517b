import { identifier, joinSql, sql } from '../../lib/sql.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { MARKET_CLOSURES } from './derive/market-days.ts'

const ticker = t.word('Ticker symbol of the listing, any case', { max: 30 })
const country = t.word('Country of the listing: two letters of ISO 3166-1, such as US', { max: 20 })
const cik = t.word(
  'Id under which the company files: the regulator’s number (zeros in front may be missing) or an id of your own',
  { max: 40 },
)

const TICKER = sql`upper(trim(BOTH ' ' FROM ticker))`
const COUNTRY = sql`upper(trim(BOTH ' ' FROM country))`
// The regulator writes its numbers with ten digits in some files and without the zeros in others.
const CIK = sql`if(match(cik, '^[0-9]{1,9}$'), leftPad(cik, 10, '0'), cik)`
const DAY = sql`toUInt32(intDiv(atSec, 86400) * 86400)`

const badCountry = {
  reason: 'country is not two letters',
  when: sql`NOT match(country, '^[A-Z]{2}$')`,
}
const dateHold = (column: string) => ({
  reason: `${column} is not YYYY-MM-DD`,
  when: sql`NOT match(${identifier(column)}, '^[0-9]{4}-[01][0-9]-[0-3][0-9]$')`,
})
const listingKey = { ticker, country }
const spelled = { ticker: TICKER, country: COUNTRY }

export const equityListings = defineFact({
  name: 'equity_listings',
  describe:
    'Listed companies: which company a ticker stands for in a country. A later row for the same ticker means it was given to another company.',
  key: listingKey,
  values: {
    cik: orNull(cik),
    companyName: t.text('Name of the company', { max: 300 }),
    exchange: orNull(t.word('Exchange')),
    currency: orNull(
      t.word(
        'Currency of its prices, three letters such as USD; empty: USD for US listings, else unknown',
        { max: 10 },
      ),
    ),
    rank: orNull(
      t.int(
        'Order among the tickers of one company: 0 is the main share class; the others are left out of totals',
        { min: 0, max: 1000 },
      ),
    ),
    listedFromSec: orNull(
      t.int('Since when the ticker is this company’s; earlier bars are left out', { min: 0 }),
    ),
    delistedSec: orNull(
      t.int('When it left the market; it is then in no list and no total', { min: 0 }),
    ),
  },
  normalize: {
    ...spelled,
    cik: sql`if(isNull(cik), NULL, ${CIK})`,
    currency: sql`upper(currency)`,
  },
  hold: [badCountry],
})

export const equityProfiles = defineFact({
  name: 'equity_profiles',
  describe:
    'Classification of listed companies: sector, industry, employees, description, shares in free float.',
  key: listingKey,
  values: {
    sector: orNull(t.word('Sector by its label; empty: Unknown')),
    industry: orNull(t.word('Industry by its label; empty: Unknown')),
    employees: orNull(t.int('People employed', { min: 0 })),
    description: orNull(t.text('What the company does')),
    floatShares: orNull(t.float('Shares in free float', { min: 0 })),
  },
  normalize: spelled,
  hold: [badCountry],
})

export const equitySectors = defineFact({
  name: 'equity_sectors',
  describe: 'Texts that describe sectors.',
  key: { sector: t.word('Sector by its label') },
  values: { description: t.text('What belongs to the sector') },
})

export const equityFilers = defineFact({
  name: 'equity_filers',
  describe: 'Companies as the regulator knows them: name and end of the fiscal year.',
  key: { cik },
  values: {
    name: t.text('Name', { max: 300 }),
    fiscalYearEnd: orNull(t.word('End of the fiscal year as MMDD, such as 1231', { max: 4 })),
    industryText: orNull(t.word('The regulator’s own industry text', { max: 300 })),
  },
  normalize: { cik: CIK },
})

export const equityFilings = defineFact({
  name: 'equity_filings',
  describe: 'Filings of companies, one row each.',
  key: { cik, accession: t.text('Number of the filing', { max: 60 }) },
  values: {
    form: t.word('Form, such as 10-K, 10-Q, 8-K, 20-F, 6-K; amendments end with /A', { max: 40 }),
    filingDate: t.word('Day of filing, YYYY-MM-DD', { max: 20 }),
    reportDate: orNull(
      t.word('End of the period of a periodic form, else the day of the event, YYYY-MM-DD', {
        max: 20,
      }),
    ),
    acceptedSec: orNull(t.int('When the regulator accepted it, Unix seconds', { min: 0 })),
    items: orNull(t.text('Items of an 8-K, comma-separated, such as 2.02,9.01', { max: 500 })),
    primaryDocumentUrl: orNull(t.text('URL of the main document', { max: 1000 })),
    documentDescription: orNull(t.text('Description of the main document', { max: 1000 })),
  },
  normalize: { cik: CIK },
  hold: [dateHold('filingDate'), dateHold('reportDate')],
})

export const companyFacts = defineFact({
  name: 'company_facts',
  describe:
    'Figures of companies as they stand in their filings: each figure of each period once per filing, so that a restatement is a row more.',
  key: {
    cik,
    tag: t.word(
      'Taxonomy and tag, such as us-gaap:Revenues, ifrs-full:Revenue, dei:EntityCommonStockSharesOutstanding',
      { max: 300 },
    ),
    unit: t.word('USD, EUR, shares, USD/shares and so on', { max: 60 }),
    periodEnd: t.word('Last day of the period, or the day of a balance, YYYY-MM-DD', { max: 20 }),
    periodStart: t.word(
      'First day of the period; for a balance the same as periodEnd, YYYY-MM-DD',
      { max: 20 },
    ),
    accession: t.text('Number of the filing that says so', { max: 60 }),
  },
  values: {
    value: t.float('The figure, in whole units'),
    filed: t.word('Day of that filing, YYYY-MM-DD', { max: 20 }),
    form: t.word('Form of that filing', { max: 40 }),
  },
  normalize: { cik: CIK },
  hold: [
    dateHold('periodEnd'),
    dateHold('periodStart'),
    dateHold('filed'),
    {
      reason: 'the period ends before it starts',
      when: sql`toString(periodStart) > toString(periodEnd)`,
    },
  ],
})

const bar = {
  open: t.float('First price', { min: 0 }),
  high: t.float('Highest price', { min: 0 }),
  low: t.float('Lowest price', { min: 0 }),
  close: t.float('Last price', { min: 0 }),
  volume: t.float('Shares traded', { min: 0 }),
}
const closedDay = {
  reason: 'the exchanges of New York were closed that day',
  when: sql`country = 'US' AND (toDayOfWeek(toDate(intDiv(atSec, 86400))) > 5 OR intDiv(atSec, 86400) IN (${joinSql(MARKET_CLOSURES)}))`,
}
const brokenBar = { reason: 'the high is below the low', when: sql`high < low` }

export const equityBars = defineFact({
  name: 'equity_bars',
  describe:
    'Daily bars of listings as they were traded (not adjusted for splits), in the currency of the listing.',
  key: listingKey,
  time: 'atSec',
  values: bar,
  // A daily bar belongs to a date, whatever time of day a file gives it.
  normalize: { ...spelled, atSec: DAY },
  hold: [badCountry, brokenBar, closedDay],
})

export const equityIntraday = defineFact({
  name: 'equity_bars_5m',
  describe:
    'Five-minute bars of listings as they were traded, stamped with the timestamp they begin.',
  key: listingKey,
  time: 'atSec',
  values: bar,
  normalize: spelled,
  hold: [badCountry, brokenBar],
})

export const equitySplits = defineFact({
  name: 'equity_splits',
  describe: 'Share splits: from its day on one old share is `ratio` new ones.',
  key: listingKey,
  time: 'atSec',
  values: {
    ratio: t.float(
      'New shares for one old share: 4 for 4-for-1, 0.1 for a 1-for-10 reverse split',
      { min: 0.000001, max: 1_000_000 },
    ),
  },
  normalize: { ...spelled, atSec: DAY },
  hold: [badCountry],
})

export const equityDividends = defineFact({
  name: 'equity_dividends',
  describe: 'Cash dividends by the day from which a share trades without them.',
  key: listingKey,
  time: 'atSec',
  values: {
    amount: t.float('Amount per share as paid, in the currency of the listing', { min: 0 }),
  },
  normalize: { ...spelled, atSec: DAY },
  hold: [badCountry],
})

export const currencyRates = defineFact({
  name: 'currency_rates',
  describe:
    'What a unit of a currency is worth in US dollars; it ranks companies of all countries.',
  key: { currency: t.word('Three letters, such as EUR', { max: 10 }) },
  time: 'atSec',
  values: { usd: t.float('US dollars for one unit', { min: 0 }) },
  normalize: { currency: sql`upper(currency)` },
})

const amount = (describe: string) => orNull(t.float(describe, { min: 0 }))

export const equityPerps = defineFact({
  name: 'equity_perps',
  describe: 'Perpetual contracts on US-listed shares, one row per contract and hourly snapshot.',
  key: { ticker, contractSlug: t.text('Venue and symbol, such as venue:XYZ', { max: 200 }) },
  time: 'atSec',
  values: {
    pair: t.text('Name of the pair', { max: 100 }),
    price: amount('US dollars'),
    volume24h: amount('US dollars of the last 24 hours'),
    openInterest: amount('US dollars'),
    annualizedFundingRate: orNull(t.float('Percent per year')),
    tradeUrl: orNull(t.text('URL where it trades', { max: 1000 })),
    exchangeProtocolSlug: orNull(t.word('Slug of the venue')),
    rwaPlatformSlug: orNull(t.word('Slug of the platform among real-world assets')),
    exchangeType: orNull(t.word('CEX or DEX')),
  },
  normalize: { ticker: TICKER },
})

export const equityTokens = defineFact({
  name: 'equity_tokens',
  describe: 'Tokens that stand for US-listed shares, one row per token and hourly snapshot.',
  key: { ticker, assetSlug: t.text('Slug of the token', { max: 200 }) },
  time: 'atSec',
  values: {
    issuer: t.word('Who issues the token'),
    issuerRwaPlatformSlug: orNull(t.word('Slug of the issuer’s platform among real-world assets')),
    price: amount('US dollars'),
    activeMarketcap: amount('Market cap of the tokens in circulation, US dollars'),
  },
  normalize: { ticker: TICKER },
})

/** Every fact of the domain. */
export const equityFacts = [
  equityListings,
  equityProfiles,
  equitySectors,
  equityFilers,
  equityFilings,
  companyFacts,
  equityBars,
  equityIntraday,
  equitySplits,
  equityDividends,
  currencyRates,
  equityPerps,
  equityTokens,
]
