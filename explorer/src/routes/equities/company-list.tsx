import type { Body } from '../../api/request.ts'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
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
    column<RankedCompany>('text', 'ticker', 'Ticker', 'ticker', MAIN),
    column<RankedCompany>('text', 'name', 'Company', 'companyName'),
    column<RankedCompany>('text', 'country', 'Country', 'countryName', EXTRA),
    column<RankedCompany>('text', 'sector', 'Sector', 'sectorSlug', {
      show: ({ sectorSlug }) =>
        sectorSlug === null ? (
          '—'
        ) : (
          <AppLink to={`/equities/sectors/${encodeURIComponent(sectorSlug)}`}>{sectorSlug}</AppLink>
        ),
    }),
    column<RankedCompany>('text', 'industry', 'Industry', 'industrySlug', EXTRA),
    column<RankedCompany>('count', 'rank', 'By size', 'rank', EXTRA),
    column<RankedCompany>('ratio', 'price', 'Price', 'currentPrice', {
      describe: 'In the listing currency',
    }),
    column<RankedCompany>('change', 'day', '1d', 'priceChangePercentage1d', MAIN),
    column<RankedCompany>('change', 'week', '7d', 'priceChangePercentage7d'),
    column<RankedCompany>('amount', 'mcap', 'Market cap', 'marketCap', {
      isMain: true,
      unitSize: 1e9,
      decimals: 2,
      describe: 'In the listing currency; the list is ordered by market cap in USD',
    }),
    column<RankedCompany>('ratio', 'pe', 'P/E', 'trailingPE'),
    column<RankedCompany>('ratio', 'ps', 'P/S', 'priceToRevenue'),
    column<RankedCompany>('ratio', 'ev', 'EV/EBITDA', 'enterpriseValueToEbitda'),
    column<RankedCompany>('percent', 'yield', 'Yield', 'dividendYield'),
  ],
}
