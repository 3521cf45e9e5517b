import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column } from '../../blocks/table/column.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'

interface Institution {
  readonly institutionId: number
  readonly ticker: string
  readonly name: string
  readonly type: string
  readonly price: number | null
  readonly priceChange24h: number | null
  readonly mcapRealized: number | null
  readonly realized_mNAV: number | null
  readonly realistic_mNAV: number | null
  readonly max_mNAV: number | null
  readonly totalUsdValue: number | null
  readonly totalCost: number | null
  readonly holdings: Readonly<Record<string, unknown>>
}

interface Institutions {
  readonly institutionMetadata: Readonly<Record<string, Institution>>
  readonly assetMetadata: Readonly<
    Record<string, { name: string; totalUsdValue: number | null; circSupplyPerc: number | null }>
  >
}

const institutions = defineList<Institutions, Institution>({
  title: 'Treasury companies',
  path: '/dat/institutions',
  rowsOf: ({ institutionMetadata }) => Object.values(institutionMetadata),
  keyOf: ({ institutionId }) => String(institutionId),
  hrefOf: ({ ticker }) => `/dat/${encodeURIComponent(ticker)}`,
  searchIn: ({ name, ticker }) => [name, ticker],
  sort: '-holdings',
  hasTotals: true,
  watched: { kind: 'institution', nameOf: ({ name }) => name },
  fill: 'almanac import dat_purchases <file>',
  before: ({ assetMetadata }) => (
    <FigureStrip
      items={Object.values(assetMetadata)
        .slice(0, 6)
        .map(({ name, totalUsdValue, circSupplyPerc }) => ({
          name,
          value: totalUsdValue,
          sign: '$',
          note: circSupplyPerc === null ? '' : `${circSupplyPerc.toFixed(1)}% of the supply`,
        }))}
    />
  ),
  choices: [
    {
      id: 'asset',
      name: 'Asset',
      all: 'All assets',
      namesOf: ({ holdings }) => Object.keys(holdings),
    },
    { id: 'type', name: 'Type', all: 'All types', namesOf: ({ type }) => [type] },
  ],
  columns: [
    column('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column('text', 'ticker', 'Ticker', ({ ticker }) => ticker),
    column('names', 'assets', 'Holds', ({ holdings }) => Object.keys(holdings)),
    column('usd', 'holdings', 'Holdings', ({ totalUsdValue }) => totalUsdValue, {
      isMain: true,
      addsUp: true,
    }),
    column('usd', 'cost', 'Cost', ({ totalCost }) => totalCost, { addsUp: true }),
    column('change', 'gain', 'Gain', gain),
    column('ratio', 'mnav', 'mNAV', (row) => row.realized_mNAV, {
      isMain: true,
      describe: 'Market cap over holdings, by shares outstanding',
    }),
    column('ratio', 'realistic', 'Realistic', (row) => row.realistic_mNAV, { isExtra: true }),
    column('ratio', 'max', 'Maximum', (row) => row.max_mNAV, { isExtra: true }),
    column('price', 'price', 'Price', ({ price }) => price),
    column('change', 'day', '24h', ({ priceChange24h }) => priceChange24h),
  ],
})

export const TreasuryCompanies = () => <ListPage list={institutions} />

function gain({ totalUsdValue, totalCost }: Institution): number | null {
  return totalUsdValue === null || !totalCost ? null : (totalUsdValue / totalCost - 1) * 100
}
