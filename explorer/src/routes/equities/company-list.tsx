import { column } from '../../blocks/table/column.ts'
import { AppLink } from '../../page/app-link.tsx'

export interface ListedCompany {
  readonly ticker: string
  readonly companyName: string
  readonly country: string
  readonly countryName: string | null
  readonly sectorSlug: string | null
  readonly industrySlug: string | null
  readonly currentPrice: number | null
  readonly marketCap: number | null
  readonly trailingPE: number | null
  readonly priceToRevenue: number | null
  readonly enterpriseValueToEbitda: number | null
  readonly dividendYield: number | null
  readonly priceChangePercentage1d: number | null
  readonly priceChangePercentage7d: number | null
}

/** Figures that lists of companies ask for. */
export const LISTED_METRICS = [
  'currentPrice',
  'marketCap',
  'trailingPE',
  'priceToRevenue',
  'enterpriseValueToEbitda',
  'dividendYield',
  'priceChangePercentage1d',
  'priceChangePercentage7d',
].join(',')

export const companyPage = (ticker: string, country: string) =>
  `/equities/${country}/${encodeURIComponent(ticker)}`

/** What lists of companies share. */
export const companyList = {
  path: '/equities/v1/companies-list',
  keyOf: ({ ticker, country }: ListedCompany) => `${country}:${ticker}`,
  hrefOf: ({ ticker, country }: ListedCompany) => companyPage(ticker, country),
  searchIn: ({ ticker, companyName }: ListedCompany) => [ticker, companyName],
  sort: '-mcap',
  watched: { kind: 'company', nameOf: ({ companyName }: ListedCompany) => companyName },
  fill: 'almanac sources fill filings',
  columns: [
    column<ListedCompany>('text', 'ticker', 'Ticker', ({ ticker }) => ticker, { isMain: true }),
    column<ListedCompany>('text', 'name', 'Company', ({ companyName }) => companyName),
    column<ListedCompany>('text', 'country', 'Country', ({ countryName }) => countryName, {
      isExtra: true,
    }),
    column<ListedCompany>('text', 'sector', 'Sector', ({ sectorSlug }) => sectorSlug, {
      show: ({ sectorSlug }) =>
        sectorSlug === null ? (
          '—'
        ) : (
          <AppLink to={`/equities/sectors/${encodeURIComponent(sectorSlug)}`}>{sectorSlug}</AppLink>
        ),
    }),
    column<ListedCompany>('text', 'industry', 'Industry', (row) => row.industrySlug, {
      isExtra: true,
    }),
    column<ListedCompany>('price', 'price', 'Price', ({ currentPrice }) => currentPrice, {
      describe: 'In the currency of the listing, as are the other figures',
    }),
    column<ListedCompany>('change', 'day', '1d', (row) => row.priceChangePercentage1d, {
      isMain: true,
    }),
    column<ListedCompany>('change', 'week', '7d', (row) => row.priceChangePercentage7d),
    column<ListedCompany>('usd', 'mcap', 'Market cap', ({ marketCap }) => marketCap, {
      isMain: true,
      unitSize: 1e9,
      decimals: 2,
    }),
    column<ListedCompany>('ratio', 'pe', 'P/E', ({ trailingPE }) => trailingPE),
    column<ListedCompany>('ratio', 'ps', 'P/S', ({ priceToRevenue }) => priceToRevenue),
    column<ListedCompany>('ratio', 'ev', 'EV/EBITDA', (row) => row.enterpriseValueToEbitda),
    column<ListedCompany>('percent', 'yield', 'Yield', ({ dividendYield }) => dividendYield),
  ],
}
