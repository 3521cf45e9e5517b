import { useRequest } from '../../api/use-operation.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { bounds, isWithin } from '../../lib/view-state.ts'
import { defineList, ListPage, type ListView, viewOf } from '../../page/list-page.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import {
  flowSeries,
  gainPercent,
  INSTITUTIONS,
  type Institution,
  type Institutions,
  supplyTexts,
} from './institution.ts'

const MAX_ASSETS = 6
const keys = { ...seriesKeys, mnav: bounds() }

const institutions = defineList<Institutions, Institution>({
  title: 'Treasury companies',
  ...INSTITUTIONS,
  rowsOf: ({ institutionMetadata }) => Object.values(institutionMetadata),
  keyOf: ({ institutionId }) => String(institutionId),
  hrefOf: ({ ticker }) => `/dat/${encodeURIComponent(ticker)}`,
  searchIn: ({ name, ticker }) => [name, ticker],
  sort: '-holdings',
  hasTotals: true,
  watched: { kind: 'institution', nameOf: ({ name }) => name },
  fill: 'almanac import dat_purchases <file>',
  keys,
  fits: ({ realized_mNAV }, view) => isWithin(realized_mNAV, viewOf(view, keys).state.mnav),
  tools: (view) => (
    <BoundsField
      label="mNAV"
      value={viewOf(view, keys).state.mnav}
      onChange={(mnav) => view.set({ mnav })}
    />
  ),
  above: (view) => (
    <>
      <Assets />
      <Flows view={view} />
    </>
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
    column('text', 'type', 'Type', ({ type }) => type, { isExtra: true }),
    column('names', 'supply', 'Of the supply', supplyTexts),
    column('usd', 'holdings', 'Holdings', ({ totalUsdValue }) => totalUsdValue, {
      isMain: true,
      addsUp: true,
    }),
    column('usd', 'cost', 'Cost', ({ totalCost }) => totalCost, { addsUp: true }),
    column('change', 'gain', 'Gain', gainPercent),
    column('ratio', 'mnav', 'mNAV', (row) => row.realized_mNAV, {
      isMain: true,
      describe: 'Market cap over holdings, by shares outstanding',
    }),
    column('ratio', 'realistic', 'Realistic', (row) => row.realistic_mNAV, {
      describe: 'mNAV with shares that are likely to come',
    }),
    column('ratio', 'max', 'Maximum', (row) => row.max_mNAV, {
      describe: 'mNAV with all shares that may come',
    }),
    column('usd', 'mcap', 'Market cap', ({ mcapRealized }) => mcapRealized, { isExtra: true }),
    column('price', 'price', 'Price', ({ price }) => price, { isExtra: true }),
    column('change', 'day', '24h', ({ priceChange24h }) => priceChange24h),
  ],
})

/** Companies that hold coins: what they hold, bought and trade at. */
export const TreasuryCompanies = () => <ListPage list={institutions} />

function Assets() {
  const { data, isPending } = useRequest(INSTITUTIONS)
  const assets = Object.entries(data?.body.assetMetadata ?? {}).slice(0, MAX_ASSETS)
  if (isPending)
    return <FigureStrip items={[{ name: 'Holdings', value: null, isLoading: true }]} isOpenEnded />
  return (
    <FigureStrip
      items={assets.map(([id, { name, totalUsdValue, circSupplyPerc }]) => ({
        name: name ?? id,
        value: totalUsdValue,
        sign: '$',
        source: { operation: 'listInstitutions', parameters: {} },
        note: circSupplyPerc === null ? '' : `${circSupplyPerc.toFixed(1)}% of the supply`,
      }))}
    />
  )
}

function Flows({ view }: { view: ListView }) {
  const [asset] = view.state.asset as readonly string[]
  return (
    <SeriesBlock
      key={asset}
      title={asset === undefined ? 'Bought a month' : `Coins bought and sold a month: ${asset}`}
      {...INSTITUTIONS}
      kind="bar"
      sign={asset === undefined ? '$' : ''}
      modes={['abs']}
      view={viewOf(view, seriesKeys)}
      seriesOf={({ flows }) => flowSeries(flows, asset)}
    />
  )
}
