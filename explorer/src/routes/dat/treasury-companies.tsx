import { useRequest } from '../../api/request.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column, EXTRA, MAIN, MAIN_SUM, SUM } from '../../blocks/table/column.ts'
import { by } from '../../page/list-filters.ts'
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
  keys: seriesKeys,
  limits: [{ id: 'mnav', name: 'mNAV', of: ({ realized_mNAV }) => realized_mNAV }],
  above: (view) => (
    <>
      <Assets />
      <Flows view={view} />
    </>
  ),
  choices: [
    by('asset', 'Asset', 'All assets', ({ holdings }) => Object.keys(holdings)),
    by('type', 'Type', 'All types', 'type'),
  ],
  columns: [
    column('text', 'name', 'Name', 'name', MAIN),
    column('text', 'ticker', 'Ticker', 'ticker'),
    column('text', 'type', 'Type', 'type', EXTRA),
    column('names', 'supply', 'Of the supply', supplyTexts),
    column('usd', 'holdings', 'Holdings', 'totalUsdValue', MAIN_SUM),
    column('usd', 'cost', 'Cost', 'totalCost', SUM),
    column('change', 'gain', 'Gain', gainPercent),
    column('ratio', 'mnav', 'mNAV', 'realized_mNAV', {
      isMain: true,
      describe: 'Market cap over holdings, by shares outstanding',
    }),
    column('ratio', 'realistic', 'Realistic', 'realistic_mNAV', {
      describe: 'mNAV including shares likely to be issued',
    }),
    column('ratio', 'max', 'Maximum', 'max_mNAV', {
      describe: 'mNAV including all shares that may be issued',
    }),
    column('usd', 'mcap', 'Market cap', 'mcapRealized', EXTRA),
    column('price', 'price', 'Price', 'price', EXTRA),
    column('change', 'day', '24h', 'priceChange24h'),
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
