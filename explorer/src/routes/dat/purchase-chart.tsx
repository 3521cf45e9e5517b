import type { Body } from '../../api/answers.ts'
import { request } from '../../api/request.ts'
import { RANGES } from '../../blocks/chart/prepare.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'
import { shortText } from '../../lib/numbers.ts'
import { toSec } from '../../lib/times.ts'
import { type Held, numberOf } from './holding.ts'

// The service gives no more points of a price at once.
const MAX_DAYS = 500
const MAX_NAMED = 10

/** The price of a coin with a line at each purchase of it. */
export function PurchaseChart({
  held,
  asset,
  view,
  onAsset,
}: {
  held: Held
  asset: string
  view: SeriesView
  onAsset(asset: string): void
}) {
  const days = Math.min(MAX_DAYS, RANGES[view.state.range])
  const purchases = held.transactions.filter((row) => row.asset === asset)
  const annotations = purchases.flatMap((row) => {
    const sec = toSec(row.end_date)
    const text = purchases.length > MAX_NAMED ? '' : shortText(numberOf(row.amount))
    return sec === null ? [] : [{ sec, text }]
  })
  const coin = `aggregator:${asset}`
  return (
    <SeriesBlock
      key={asset}
      title={`Purchases on the price of ${held.assetsMeta[asset]?.name ?? asset}`}
      {...request('getPriceChartOrPoolChart', { coinsOrPool: coin, period: '1d', span: days })}
      kind="line"
      sign="$"
      view={view}
      annotations={annotations}
      seriesOf={(body) => [
        {
          name: asset,
          points: pricesOf(body, coin).map(({ timestamp, price }) => [timestamp, price]),
        },
      ]}
      tools={
        Object.keys(held.assets).length > 1 && (
          <Segments
            label="Coin"
            options={Object.keys(held.assets)}
            value={asset}
            onChange={onAsset}
          />
        )
      }
    />
  )
}

function pricesOf(body: Body<'getPriceChartOrPoolChart'>, coin: string) {
  return ('coins' in body ? body.coins[coin]?.prices : undefined) ?? []
}
