import { request } from '../../api/request.ts'
import { useOperation, useRequest } from '../../api/use-operation.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { Watch } from '../../blocks/watch/watch.tsx'
import { choice, names, sorting, text } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { CoinFigures, MIN_CONFIDENCES, SEARCH_WIDTHS } from './coin-figures.tsx'
import { CoinHolders } from './coin-holders.tsx'
import { CoinLiquidity, LIQUIDITY_FIGURES } from './coin-liquidity.tsx'
import { UNLOCKS } from './coin-unlock.ts'
import { CoinUnlocks } from './coin-unlocks.tsx'
import { pricesOf } from './price-chart.ts'
import { SameSymbol } from './same-symbol.tsx'
import { useConfidences } from './use-confidences.ts'

const keys = {
  ...seriesKeys,
  at: text(),
  width: choice(SEARCH_WIDTHS, '1d'),
  trust: choice(MIN_CONFIDENCES, '0'),
  fig: choice(LIQUIDITY_FIGURES, 'liquidityUsd'),
  cols: names(),
  sort: sorting('-value'),
}
const SPANS = { '30d': 180, '90d': 180, '6m': 182, '1y': 365, all: 700 } as const
const PERIODS = { '30d': '4h', '90d': '12h', '6m': '1d', '1y': '1d', all: '1d' } as const

/** One coin: its price at any time, its depth, who holds it, its unlocks and namesakes. */
export function Coin() {
  const coin = useParam('coin')
  const view = useView(keys)
  const current = useOperation('getCurrentPrices', { coins: coin, include: 'missing' })
  const chart = request('getPriceChartOrPoolChart', {
    coinsOrPool: coin,
    span: SPANS[view.state.range],
    period: PERIODS[view.state.range],
  })
  const confidences = useConfidences(coin, chart)
  // Blocks that may be left out are decided before what lies below them, so that nothing moves.
  const liquidity = useOperation('getLiquidityHistory', { token: coin })
  const unlocks = useRequest(UNLOCKS)
  const areKnown = !current.isPending && !liquidity.isPending && !unlocks.isPending
  const reason = current.data?.body.missing?.[coin]
  const symbol = Object.values(current.data?.body.coins ?? {})[0]?.symbol || null
  return (
    <>
      <PageHead
        // An id is longer than a symbol: as a title that is replaced it would move the page.
        title={symbol ?? (current.isPending ? 'Coin' : coin)}
        note={
          <>
            <code>{coin}</code>
            {reason !== undefined && ` No price: ${reason}.`}
          </>
        }
        crumb={<AppLink to="/coins">Coins</AppLink>}
        ignored={view.ignored}
        actions={
          <>
            <Watch kind="coin" id={coin} name={symbol ?? coin} />
            <AppLink to="/compare" search={{ s: `price:${coin}` }} className="action">
              Compare
            </AppLink>
          </>
        }
      />
      <CoinFigures coin={coin} view={view} />
      <SeriesBlock
        title="Price"
        {...chart}
        confidences={confidences}
        kind="line"
        sign="$"
        view={view}
        height={320}
        marksOf={() => ({ fact: 'prices', key: { coin } })}
        seriesOf={(body) => [
          {
            name: 'Price',
            points: pricesOf(body).map(({ timestamp, price }) => [timestamp, price]),
          },
        ]}
      />
      <CoinLiquidity coin={coin} view={view} />
      {areKnown && (
        <>
          {symbol !== null && <CoinHolders symbol={symbol} view={view} />}
          <CoinUnlocks coin={coin} />
          {symbol !== null && <SameSymbol symbol={symbol} coin={coin} />}
        </>
      )}
    </>
  )
}
