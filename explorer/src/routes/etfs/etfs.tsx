import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { column } from '../../blocks/table/column.ts'
import { toSec } from '../../lib/times.ts'
import { defineList, ListPage } from '../../page/list-page.tsx'
import { useLocalView } from '../../page/use-local-view.ts'

interface Fund {
  readonly ticker: string
  readonly etf_name: string
  readonly issuer: string
  readonly asset: string
  readonly pct_fee: number | null
  readonly price: number | null
  readonly nav: number | null
  readonly aum: number | null
  readonly flows: number | null
  readonly flows_source: string | null
  readonly volume: number | null
  readonly timestamp_as_of: number | null
}

type Flows = readonly { aggregator_id: string; day: string; total_flow_usd: number | null }[]

const funds = defineList<readonly Fund[], Fund>({
  title: 'ETFs',
  path: '/etfs/overview',
  rowsOf: (body) => body,
  keyOf: ({ ticker }) => ticker,
  searchIn: ({ ticker, etf_name, issuer }) => [ticker, etf_name, issuer],
  sort: '-aum',
  hasTotals: true,
  fill: 'almanac import etf_days <file>',
  before: () => <FlowChart />,
  choices: [
    { id: 'asset', name: 'Asset', all: 'All assets', namesOf: ({ asset }) => [asset] },
    { id: 'issuer', name: 'Issuer', all: 'All issuers', namesOf: ({ issuer }) => [issuer] },
  ],
  columns: [
    column('text', 'ticker', 'Ticker', ({ ticker }) => ticker, { isMain: true }),
    column('text', 'fund', 'Fund', ({ etf_name }) => etf_name),
    column('text', 'issuer', 'Issuer', ({ issuer }) => issuer),
    column('text', 'asset', 'Asset', ({ asset }) => asset),
    column('percent', 'fee', 'Fee', ({ pct_fee }) => pct_fee),
    column('price', 'price', 'Price', ({ price }) => price),
    column('price', 'nav', 'NAV', ({ nav }) => nav, { isExtra: true }),
    column('change', 'premium', 'Premium', premium, { describe: 'Price over net asset value' }),
    column('usd', 'aum', 'AUM', ({ aum }) => aum, { isMain: true, addsUp: true }),
    column('usd', 'flow', 'Flow', ({ flows }) => flows, {
      isMain: true,
      addsUp: true,
      describe: 'Of the last reported day',
    }),
    column('text', 'source', 'Flow source', ({ flows_source }) => flows_source, { isExtra: true }),
    column('usd', 'volume', 'Volume', ({ volume }) => volume),
    column('moment', 'asOf', 'As of', (row) => toSec(row.timestamp_as_of), { isExtra: true }),
  ],
})

export const Etfs = () => <ListPage list={funds} />

function premium({ price, nav }: Fund): number | null {
  return price === null || !nav ? null : (price / nav - 1) * 100
}

/** Flows by asset; a day that nobody reported is a gap. */
function FlowChart() {
  const view = useLocalView()
  return (
    <SeriesBlock<Flows>
      title="Flows a day"
      path="/etfs/flows"
      kind="bar"
      sign="$"
      modes={['abs']}
      view={view}
      seriesOf={(flows) =>
        [...Map.groupBy(flows, (flow) => flow.aggregator_id)].map(([name, days]) => ({
          name,
          points: days.map((day) => [toSec(day.day), day.total_flow_usd]),
        }))
      }
    />
  )
}
