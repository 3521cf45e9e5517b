import { request } from '../../api/request.ts'
import type { SeriesView } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { BoundsField } from '../../blocks/filters/bounds-field.tsx'
import { Spark } from '../../blocks/spark/spark.tsx'
import { column } from '../../blocks/table/column.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { toSec } from '../../lib/times.ts'
import { bounds, isWithin } from '../../lib/view-state.ts'
import { defineList, ListPage, viewOf } from '../../page/list-page.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { PegChart } from './peg-chart.tsx'
import { PegStrip } from './peg-strip.tsx'
import { StablecoinChains } from './stablecoin-chains.tsx'
import {
  type Stablecoins as Body,
  isOffPeg,
  offPeg,
  type Stablecoin,
  since,
} from './stablecoin-list.ts'
import { SupplyChart } from './supply-chart.tsx'

const keys = { ...seriesKeys, supply: bounds() }
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
  before: ({ peggedAssets }, view) => <Lead assets={peggedAssets} view={viewOf(view, keys)} />,
  keys,
  fits: ({ circulating }, view) => isWithin(sumOf(circulating), viewOf(view, keys).state.supply),
  tools: (view) => (
    <BoundsField
      label="Supply M"
      unitSize={1e6}
      value={viewOf(view, keys).state.supply}
      onChange={(supply) => view.set({ supply })}
    />
  ),
  choices: [
    { id: 'chain', name: 'Chain', all: 'All chains', namesOf: ({ chains }) => chains },
    { id: 'peg', name: 'Peg', all: 'All pegs', namesOf: ({ pegType }) => [pegType] },
    {
      id: 'mechanism',
      name: 'Mechanism',
      all: 'All mechanisms',
      namesOf: ({ pegMechanism }) => [pegMechanism],
    },
    {
      id: 'state',
      name: 'State',
      all: 'On peg or not',
      namesOf: (row) => [
        isOffPeg(row) ? 'off peg by over 50 bp' : null,
        row.yieldBearing === true ? 'with a yield' : null,
      ],
    },
  ],
  columns: [
    column('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
    column('text', 'symbol', 'Symbol', ({ symbol }) => symbol),
    column('text', 'peg', 'Peg', ({ pegType }) => pegType.replace('pegged', '')),
    column('text', 'mechanism', 'Mechanism', ({ pegMechanism }) => pegMechanism),
    column('price', 'price', 'Price', ({ price }) => price, { isMain: true }),
    column('count', 'deviation', 'Off peg bp', offPeg, {
      describe: 'Hundredths of a percent away from one dollar; only for dollars',
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
    column('text', 'line', '30 days', () => null, {
      isFixed: true,
      show: ({ spark }) => <Spark values={spark ?? []} />,
    }),
    column('count', 'chains', 'Chains', ({ chains }) => chains.length),
    column('moment', 'report', 'Last report', ({ lastReport }) => toSec(lastReport), {
      isExtra: true,
    }),
    column('flag', 'carried', 'Carried', ({ carried }) => carried, { isExtra: true }),
    column('flag', 'yield', 'With a yield', ({ yieldBearing }) => yieldBearing, { isExtra: true }),
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
