import { literal, sql } from '../../src/lib/sql.ts'
import { measured } from './measured.ts'
import {
  among,
  is,
  keysOf,
  newestRowsOf,
  type Rows,
  renewed,
  revised,
  rowsOf,
  since,
  TODAY_SEC,
} from './route.ts'

const EQUITIES = '/equities/v1'
const sectors = newestRowsOf('equity_bars', since(400))
const calendar = rowsOf(
  'equity_filings',
  sql`form IN ('8-K', '10-Q', '10-K') ORDER BY filingDate DESC LIMIT 20000`,
)
const ofCompany = (fact: string) => (key: string) =>
  rowsOf(fact, among('cik', 'equity_listings', sql`cik`, is('ticker', key)))
const bars = (fact: string, days: number) => (key: string) =>
  rowsOf(fact, sql`${is('ticker', key)} AND ${since(days)}`)
const withIncome = among('cik', 'company_facts', sql`cik`, sql`tag LIKE '%NetIncome%'`)
const tickers = keysOf('equity_listings', sql`ticker`, 40, sql`country = 'US' AND ${withIncome}`)
const traded = keysOf('equity_bars_5m', sql`ticker`, 40, sql`country = 'US'`)
const company = (path: string, rows: Rows, keys = tickers) => ({
  path: `${EQUITIES}/${path}${path.includes('?') ? '&' : '?'}ticker={key}&country=US`,
  ...{ rows, keys },
})

export const equities = measured({
  name: 'Equities: companies with twenty years of days, filings and figures',
  facts: ['equity_bars', 'equity_bars_5m', 'company_facts', 'equity_filings'],
  first: [`${EQUITIES}/sectors`, `${EQUITIES}/earnings-calendar`],
  routes: [
    { ...company('statements', ofCompany('company_facts')), isFixed: true },
    company('dimensions', ofCompany('company_facts')),
    company('summary', ofCompany('company_facts')),
    company('filings', ofCompany('equity_filings')),
    company('price-history?timeframe=MAX', bars('equity_bars', 20 * 366)),
    company('ohlcv?timeframe=7D', bars('equity_bars_5m', 7), traded),
    company('ohlcv?timeframe=1D', bars('equity_bars_5m', 1), traded),
    company('earnings-calendar', ofCompany('equity_filings')),
  ],
  commits: [
    {
      what: 'a new bar',
      fact: 'equity_bars',
      columns: revised('volume'),
      where: sql`country = 'US' AND ${since(7)}`,
      limit: 1,
      responses: [
        { path: `${EQUITIES}/sectors`, rows: sectors },
        { path: `${EQUITIES}/industries`, rows: sectors },
      ],
    },
    {
      what: 'a new filing',
      fact: 'equity_filings',
      columns: (round) => ({ accession: sql`${literal(`new-${round}`)}` }),
      limit: 1,
      responses: [{ path: `${EQUITIES}/earnings-calendar`, rows: calendar }],
    },
  ],
})

const INSTITUTIONS = '/dat/institutions'
const isHeld = among('ticker', 'dat_institutions', sql`ticker`)
const institutions = {
  path: INSTITUTIONS,
  rows: rowsOf('equity_bars', sql`${isHeld} AND ${since(731)}`),
  minBytes: 10_000,
}
const oneInstitution = {
  path: `${INSTITUTIONS}/{key}`,
  rows: bars('equity_bars', 731),
  ...{ keys: keysOf('dat_institutions', sql`ticker`, 40), minBytes: 1_000 },
}

export const dat = measured({
  name: 'Treasuries of institutions: transactions, shares and two years of bars',
  facts: ['dat_institutions', 'dat_transactions'],
  first: [INSTITUTIONS],
  routes: [institutions, { ...oneInstitution, isFixed: true }],
  commits: [
    {
      what: 'new prices',
      fact: 'prices',
      columns: renewed('priceUsd'),
      where: sql`startsWith(coin, 'aggregator:')`,
      responses: [institutions, oneInstitution],
    },
    {
      what: 'a new bar of every share',
      fact: 'equity_bars',
      columns: revised('volume'),
      where: isHeld,
      responses: [institutions],
    },
    {
      what: 'a new transaction',
      fact: 'dat_transactions',
      columns: (round) => ({
        id: sql`${1e12 + round}`,
        usdValue: sql`CAST(NULL, 'Nullable(Float64)')`,
      }),
      limit: 1,
      responses: [institutions],
    },
  ],
})

const PRE_IPO = '/pre-ipo/v1'
const marked = keysOf('pre_ipo_marks', sql`company`, 60)
const onVenues = keysOf('pre_ipo_perps', sql`company`, 60)
const ofPrivateCompany =
  (...facts: readonly string[]) =>
  (key: string) =>
    facts.map((fact) => rowsOf(fact, is('company', key)))
const marks = ofPrivateCompany('pre_ipo_marks')
const ofPrivate = (path: string, rows: Rows, keys = marked) => ({
  path: `${PRE_IPO}/${path}?company={key}`,
  ...{ rows, keys },
})
const companies = { path: `${PRE_IPO}/companies-list`, rows: rowsOf('pre_ipo_marks') }

export const preIpo = measured({
  name: 'Private companies marked by marketplaces over two years',
  facts: ['pre_ipo_companies', 'pre_ipo_marks', 'pre_ipo_rounds'],
  first: [companies.path],
  routes: [
    companies,
    { ...ofPrivate('summary', marks), isFixed: true },
    ofPrivate('valuations', marks),
    ofPrivate('raises', ofPrivateCompany('pre_ipo_rounds')),
    ofPrivate('integrations', ofPrivateCompany('pre_ipo_perps', 'pre_ipo_tokens'), onVenues),
  ],
  commits: [
    {
      what: 'a new mark of every company',
      fact: 'pre_ipo_marks',
      columns: (round) => ({ ...revised('valuationUsd')(round), atSec: sql`${TODAY_SEC}` }),
      responses: [companies, ofPrivate('summary', marks)],
    },
  ],
})
