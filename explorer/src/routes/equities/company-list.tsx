import type { Body } from '../../api/answers.ts'
import { column } from '../../blocks/table/column.ts'
import { AppLink } from '../../page/app-link.tsx'

const METRICS = [
  'currentPrice',
  'marketCap',
  'trailingPE',
  'priceToRevenue',
  'enterpriseValueToEbitda',
  'dividendYield',
  'priceChangePercentage1d',
  'priceChangePercentage7d',
] as const

/** Figures that lists of companies ask for. */
export const LISTED_METRICS = METRICS.join(',')

export type Companies = Body<'listEquityCompanies'>
type ListedCompany = Pick<
  Companies[number],
  | 'ticker'
  | 'companyName'
  | 'country'
  | 'countryName'
  | 'sectorSlug'
  | 'industrySlug'
  | (typeof METRICS)[number]
>

/** A company with its place by market cap in dollars; its figures are in its own currency. */
export interface RankedCompany extends ListedCompany {
  readonly rank: number
}

/** The service lists the largest first, in dollars. */
function ranked(companies: readonly ListedCompany[]): RankedCompany[] {
  return companies.map((company, index) => ({ ...company, rank: index + 1 }))
}

export const companyPage = (ticker: string, country: string) =>
  `/equities/${country}/${encodeURIComponent(ticker)}`

/** What lists of companies share. */
export const companyList = {
  keyOf: ({ ticker, country }: RankedCompany) => `${country}:${ticker}`,
  hrefOf: ({ ticker, country }: RankedCompany) => companyPage(ticker, country),
  searchIn: ({ ticker, companyName }: RankedCompany) => [ticker, companyName],
  rowsOf: ranked,
  sort: 'rank',
  watched: { kind: 'company', nameOf: ({ companyName }: RankedCompany) => companyName },
  fill: 'almanac sources fill filings',
  columns: [
    column<RankedCompany>('text', 'ticker', 'Ticker', ({ ticker }) => ticker, { isMain: true }),
    column<RankedCompany>('text', 'name', 'Company', ({ companyName }) => companyName),
    column<RankedCompany>('text', 'country', 'Country', ({ countryName }) => countryName, {
      isExtra: true,
    }),
    column<RankedCompany>('text', 'sector', 'Sector', ({ sectorSlug }) => sectorSlug, {
      show: ({ sectorSlug }) =>
        sectorSlug === null ? (
          '—'
        ) : (
          <AppLink to={`/equities/sectors/${encodeURIComponent(sectorSlug)}`}>{sectorSlug}</AppLink>
        ),
    }),
    column<RankedCompany>('text', 'industry', 'Industry', (row) => row.industrySlug, {
      isExtra: true,
    }),
    column<RankedCompany>('count', 'rank', 'By size', ({ rank }) => rank, { isExtra: true }),
    column<RankedCompany>('ratio', 'price', 'Price', ({ currentPrice }) => currentPrice, {
      describe: 'In the currency of the listing',
    }),
    column<RankedCompany>('change', 'day', '1d', (row) => row.priceChangePercentage1d, {
      isMain: true,
    }),
    column<RankedCompany>('change', 'week', '7d', (row) => row.priceChangePercentage7d),
    column<RankedCompany>('amount', 'mcap', 'Market cap', ({ marketCap }) => marketCap, {
      isMain: true,
      unitSize: 1e9,
      decimals: 2,
      describe: 'In the currency of the listing; the list itself is in the order of dollars',
    }),
    column<RankedCompany>('ratio', 'pe', 'P/E', ({ trailingPE }) => trailingPE),
    column<RankedCompany>('ratio', 'ps', 'P/S', ({ priceToRevenue }) => priceToRevenue),
    column<RankedCompany>('ratio', 'ev', 'EV/EBITDA', (row) => row.enterpriseValueToEbitda),
    column<RankedCompany>('percent', 'yield', 'Yield', ({ dividendYield }) => dividendYield),
  ],
}
