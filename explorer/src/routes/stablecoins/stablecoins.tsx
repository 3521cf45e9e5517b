import { request, useOperation } from '../../api/request.ts'
import { Facts } from '../../blocks/facts/facts.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { percentOf, sumOf } from '../../lib/sums.ts'
import { inUnit, shortText, toSec } from '../../lib/writing.ts'
import { link } from '../../page/app-link.tsx'
import { lineColumn } from '../../page/columns.tsx'
import { by } from '../../page/list-filters.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { PegStrip } from './peg-strip.tsx'
import { PegChart, SupplyChart } from './supply-chart.tsx'
import {
  type Stablecoins as Body,
  isOffPeg,
  offPeg,
  type Stablecoin,
  since,
} from './supply-series.ts'

const SPARK_DAYS = 30
// The service draws lines of as many rows.
const MAX_LINES = 1000

const stablecoins = defineList<Body, Stablecoin>({
  title: 'Stablecoins',
  ...request('listStablecoins', { includePrices: true, spark: SPARK_DAYS, limit: MAX_LINES }),
  rowsOf: ({ peggedAssets }) => peggedAssets,
  keyOf: ({ id }) => id,
  hrefOf: ({ id }) => `/stablecoins/${encodeURIComponent(id)}`,
  searchIn: ({ name, symbol }) => [name, symbol],
  sort: '-supply',
  hasTotals: true,
  watched: { kind: 'stablecoin', nameOf: ({ name }) => name },
  fill: 'almanac import stablecoin_supply <file>',
  before: ({ peggedAssets }, view) => (
    <Lead assets={peggedAssets} view={viewOf(view, seriesKeys)} />
  ),
  keys: seriesKeys,
  limits: [
    { id: 'supply', name: 'Supply M', unitSize: 1e6, of: ({ circulating }) => sumOf(circulating) },
  ],
  choices: [
    by('chain', 'Chain', 'All chains', 'chains'),
    by('peg', 'Peg', 'All pegs', 'pegType'),
    by('mechanism', 'Mechanism', 'All mechanisms', 'pegMechanism'),
    by('state', 'State', 'On peg or not', (row) => [
      isOffPeg(row) ? 'off peg by over 50 bp' : null,
      row.yieldBearing === true ? 'with a yield' : null,
    ]),
  ],
  columns: [
    column('text', 'name', 'Name', 'name', MAIN),
    column('text', 'symbol', 'Symbol', 'symbol'),
    column('text', 'peg', 'Peg', ({ pegType }) => pegType.replace('pegged', '')),
    column('text', 'mechanism', 'Mechanism', 'pegMechanism'),
    column('price', 'price', 'Price', 'price', MAIN),
    column('count', 'deviation', 'Off peg bp', offPeg, {
      describe: 'Basis points from one dollar; USD pegs only',
    }),
    column('amount', 'supply', 'Supply', ({ circulating }) => sumOf(circulating), {
      isMain: true,
      addsUp: true,
      describe: 'In the currency of the peg, millions',
      source: ({ id }) => ({ operation: 'getStablecoin', parameters: { asset: id } }),
    }),
    column('change', 'day', '1d', (row) => since(row.circulating, row.circulatingPrevDay)),
    column('change', 'week', '7d', (row) => since(row.circulating, row.circulatingPrevWeek)),
    column('change', 'month', '30d', (row) => since(row.circulating, row.circulatingPrevMonth)),
    lineColumn('30 days', ({ spark }) => spark ?? []),
    column('count', 'chains', 'Chains', ({ chains }) => chains.length),
    column('timestamp', 'report', 'Last report', ({ lastReport }) => toSec(lastReport), EXTRA),
    column('flag', 'carried', 'Carried', 'carried', EXTRA),
    column('flag', 'yield', 'With a yield', 'yieldBearing', EXTRA),
  ],
})

export const Stablecoins = () => <ListPage list={stablecoins} />

/** Figures and charts above the list. */
function Lead({ assets, view }: { assets: readonly Stablecoin[]; view: SeriesView }) {
  const dollars = assets.filter(({ pegType }) => pegType === 'peggedUSD')
  const names = new Map(
    dollars.flatMap(({ aggregator_id, symbol }) =>
      aggregator_id === null ? [] : [[aggregator_id, symbol] as const],
    ),
  )
  return (
    <>
      <FigureStrip
        items={[
          {
            name: 'Dollars in circulation',
            value: sumOf(dollars.map(({ circulating }) => sumOf(circulating))),
            sign: '$',
          },
          { name: 'Stablecoins', value: assets.length },
          { name: 'Off peg by over 50 bp', value: dollars.filter(isOffPeg).length },
          ...byMechanism(dollars),
        ]}
      />
      <div className="with-side">
        <div>
          <SupplyChart title="In circulation" {...request('getStablecoinChart', {})} view={view} />
          <PegStrip dollars={dollars} />
          <PegChart title="Off the dollar, bp" view={view} names={names} isDeviation />
        </div>
        <StablecoinChains />
      </div>
    </>
  )
}

function byMechanism(dollars: readonly Stablecoin[]) {
  return [...Map.groupBy(dollars, ({ pegMechanism }) => pegMechanism)].map(([name, coins]) => ({
    name,
    value: sumOf(coins.map(({ circulating }) => sumOf(circulating))),
    sign: '$',
  }))
}

const MAX_CHAINS = 12

/** The chains with most dollars of stablecoins, and their shares. */
function StablecoinChains() {
  const asked = useOperation('listStablecoinChains', {})
  return (
    <Block title="By chain" asked={asked} shape={{ rows: MAX_CHAINS }}>
      {(body) => {
        const rows = body
          .map(({ name, totalCirculatingUSD }) => ({ name, usd: sumOf(totalCirculatingUSD) }))
          .filter((row): row is { name: string; usd: number } => row.usd !== null)
          .sort((a, b) => b.usd - a.usd)
        const sum = sumOf(rows.map(({ usd }) => usd))
        return (
          <Facts
            lines={rows.slice(0, MAX_CHAINS).map(({ name, usd }) => [
              link(`/chains/${encodeURIComponent(name)}`, name),
              <span key="value">
                {shortText(usd, { sign: '$' })}{' '}
                <span className="dim">{inUnit(percentOf(usd, sum), 1, 1)}%</span>
              </span>,
              name,
            ])}
          />
        )
      }}
    </Block>
  )
}
