import { useAnswer } from '../../api/use-answer.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column } from '../../blocks/table/column.ts'
import { AppLink } from '../../page/app-link.tsx'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { Sectors } from './sectors.tsx'

interface Company {
  readonly ticker: string
  readonly companyName: string
  readonly country: string
  readonly countryName: string | null
  readonly sectorSlug: string | null
  readonly industrySlug: string | null
}

const companies = defineList<readonly Company[], Company>({
  title: 'Equities',
  path: '/equities/v1/companies-list',
  rowsOf: (body) => body,
  keyOf: ({ ticker, country }) => `${country}:${ticker}`,
  hrefOf: ({ ticker, country }) => `/equities/${country}/${encodeURIComponent(ticker)}`,
  searchIn: ({ ticker, companyName }) => [ticker, companyName],
  sort: 'ticker',
  watched: { kind: 'company', nameOf: ({ companyName }) => companyName },
  fill: 'almanac sources fill filings',
  before: () => (
    <>
      <Market />
      <Sectors />
    </>
  ),
  choices: [
    { id: 'sector', name: 'Sector', all: 'All sectors', namesOf: (row) => [row.sectorSlug] },
    { id: 'industry', name: 'Industry', all: 'All industries', namesOf: (r) => [r.industrySlug] },
    { id: 'country', name: 'Country', all: 'All countries', namesOf: (row) => [row.countryName] },
  ],
  columns: [
    column('text', 'ticker', 'Ticker', ({ ticker }) => ticker, { isMain: true }),
    column('text', 'name', 'Company', ({ companyName }) => companyName, { isMain: true }),
    column('text', 'country', 'Country', ({ countryName }) => countryName),
    column('text', 'sector', 'Sector', ({ sectorSlug }) => sectorSlug),
    column('text', 'industry', 'Industry', ({ industrySlug }) => industrySlug),
  ],
})

export const Equities = () => <ListPage list={companies} />

interface MarketFigures {
  readonly marketCap: number | null
  readonly dollarVolume24h: number | null
  readonly revenueTTM: number | null
  readonly earningsTTM: number | null
  readonly trailingPE: number | null
  readonly dividendYield: number | null
  readonly companyCount: number
  readonly priceChangePercentage1d: number | null
  readonly priceChangePercentage7d: number | null
}

function Market() {
  const { data, isPending } = useAnswer<MarketFigures>('/equities/v1/sectors-overview')
  const market = data?.body
  return (
    <FigureStrip
      items={[
        {
          name: 'Market cap',
          value: market?.marketCap,
          sign: '$',
          isLoading: isPending,
          changes: [
            { span: '1d', percent: market?.priceChangePercentage1d },
            { span: '7d', percent: market?.priceChangePercentage7d },
          ],
        },
        { name: 'Volume, 24 h', value: market?.dollarVolume24h, sign: '$', isLoading: isPending },
        {
          name: 'Revenue, 12 months',
          value: market?.revenueTTM,
          sign: '$',
          isLoading: isPending,
        },
        {
          name: 'Earnings, 12 months',
          value: market?.earningsTTM,
          sign: '$',
          isLoading: isPending,
        },
        { name: 'Price to earnings', value: market?.trailingPE, isLoading: isPending },
        {
          name: 'Companies',
          value: market?.companyCount,
          isLoading: isPending,
          note: <AppLink to="/equities/earnings">Earnings calendar</AppLink>,
        },
      ]}
    />
  )
}
