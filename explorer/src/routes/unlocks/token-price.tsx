import { request } from '../../api/request.ts'
import { SeriesBlock, type SeriesView } from '../../blocks/chart/series-block.tsx'

// The service gives no more points of a price at once.
const MAX_DAYS = 500

/** The price of the token that unlocks. */
export const TokenPrice = ({ token, view }: { token: string; view: SeriesView }) => (
  <SeriesBlock
    title="Price of the token"
    {...request('getPriceChartOrPoolChart', { coinsOrPool: token, period: '1d', span: MAX_DAYS })}
    kind="line"
    sign="$"
    height={160}
    view={view}
    marksOf={() => ({ fact: 'prices', key: { coin: token } })}
    seriesOf={(body) => [
      {
        name: 'Price',
        points: Object.values('coins' in body ? body.coins : {}).flatMap(({ prices }) =>
          prices.map(({ timestamp, price }) => [timestamp, price] as const),
        ),
      },
    ]}
  />
)
