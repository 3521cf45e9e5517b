import { type Body, request, useOperation, useRequest } from '../../api/request.ts'
import { LineChart } from '../../blocks/chart/series-block.tsx'
import { Facts } from '../../blocks/facts/facts.tsx'
import { column, MAIN, MAIN_SUM } from '../../blocks/table/column.ts'
import { Watch } from '../../blocks/watch/watch.tsx'
import { sumOf } from '../../lib/sums.ts'
import { tableKeys } from '../../lib/view-state.ts'
import { dayText, grouped, inUnit } from '../../lib/writing.ts'
import { AppLink, link } from '../../page/app-link.tsx'
import { DetailHead, useParam, useView } from '../../page/page-head.tsx'
import { Section } from '../../page/section.tsx'
import { type SeriesView, seriesKeys } from '../../page/series-keys.ts'
import { defineTable, TableSection } from '../../page/table-section.tsx'
import { CoinFigures, priceKeys } from './coin-figures.tsx'
import { CoinLiquidity, liquidityKeys } from './coin-liquidity.tsx'
import { pricePoints, UNLOCKS, type Unlock, unlockOf } from './coin-rows.ts'
import { useConfidences } from './use-coin-rows.ts'

const keys = { ...seriesKeys, ...priceKeys, ...liquidityKeys, ...tableKeys('-value') }
const SPANS = { '30d': 180, '90d': 180, '6m': 182, '1y': 365, all: 700 } as const
const PERIODS = { '30d': '4h', '90d': '12h', '6m': '1d', '1y': '1d', all: '1d' } as const

/** One coin: its price at any time, its depth, who holds it, its unlocks and namesakes. */
export function Coin() {
  const coin = useParam('coin')
  const view = useView(keys)
  const current = useOperation('getCurrentPrices', { coins: coin, include: 'missing' })
  // Blocks that may be left out are decided before what is below them, so that nothing moves.
  const liquidity = useOperation('getLiquidityHistory', { token: coin })
  const unlocks = useRequest(UNLOCKS)
  const areKnown = !current.isPending && !liquidity.isPending && !unlocks.isPending
  const reason = current.data?.body.missing?.[coin]
  const symbol = Object.values(current.data?.body.coins ?? {})[0]?.symbol || null
  return (
    <>
      <DetailHead
        of="/coins"
        // An id is longer than a symbol: as a title that is replaced it would move the page.
        title={symbol ?? (current.isPending ? 'Coin' : coin)}
        note={
          <>
            <code>{coin}</code>
            {reason !== undefined && ` No price: ${reason}.`}
          </>
        }
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
      <CoinPrice coin={coin} view={view} />
      <CoinLiquidity coin={coin} view={view} />
      {areKnown && (
        <>
          {symbol !== null && (
            <TableSection
              {...holders}
              {...request('getTokenProtocols', { symbol })}
              title={`Protocols that hold ${symbol}`}
              view={view}
              sort=""
              leftOut="when empty"
            />
          )}
          <CoinUnlocks coin={coin} />
          {symbol !== null && <SameSymbol symbol={symbol} coin={coin} />}
        </>
      )}
    </>
  )
}

function CoinPrice({ coin, view }: { coin: string; view: SeriesView }) {
  const { range } = view.state
  const chart = request('getPriceChartOrPoolChart', {
    coinsOrPool: coin,
    span: SPANS[range],
    period: PERIODS[range],
  })
  const confidences = useConfidences(coin, chart)
  return (
    <LineChart
      title="Price"
      {...chart}
      confidences={confidences}
      view={view}
      height={320}
      marksOf={() => ({ fact: 'prices', key: { coin } })}
      pointsOf={pricePoints}
    />
  )
}

type Holder = Body<'getTokenProtocols'>[number]

/** Where a coin is locked. */
const holders = defineTable<readonly Holder[], Holder>({
  title: 'Protocols',
  rowsOf: (rows) => rows,
  keyOf: ({ name }) => name,
  hasTotals: true,
  columns: [
    column('text', 'name', 'Protocol', 'name', MAIN),
    column('text', 'category', 'Category', 'category'),
    column('usd', 'value', 'Value', ({ amountUsd }) => sumOf(amountUsd), MAIN_SUM),
    column('names', 'coins', 'As', ({ amountUsd }) => Object.keys(amountUsd)),
  ],
})

/** What is to unlock of a coin's token; left out where no schedule is recorded. */
function CoinUnlocks({ coin }: { coin: string }) {
  const { data } = useRequest(UNLOCKS)
  const unlock = unlockOf(data?.body ?? [], coin)
  if (unlock === undefined) return null
  const { name, protocolSlug, circSupply, totalLocked, maxSupply } = unlock
  return (
    <Section
      title="Unlocks"
      note={`${name}, in tokens`}
      actions={
        protocolSlug !== null && (
          <AppLink to={`/unlocks/${encodeURIComponent(protocolSlug)}`} className="action">
            Schedule
          </AppLink>
        )
      }
    >
      <Facts
        lines={[
          ['Next', nextText(unlock)],
          ['Unlocked', tokensText(circSupply)],
          ['Locked', tokensText(totalLocked)],
          ['Final supply', tokensText(maxSupply)],
        ]}
      />
    </Section>
  )
}

function nextText({ nextEvent }: Unlock): string {
  if (nextEvent === null) return 'none is left'
  const { date, toUnlock, proportion } = nextEvent
  const share = proportion === null ? '' : `, ${inUnit(proportion * 100, 1, 2)}% of the circulating`
  return `${dayText(date)}: ${grouped(toUnlock, 0)}${share}`
}

function tokensText(tokens: number | null): string | null {
  return tokens === null ? null : grouped(tokens, 0)
}

const MAX_HITS = 20

/** Coins of the same symbol on other chains, and namesakes; left out where there is none. */
function SameSymbol({ symbol, coin }: { symbol: string; coin: string }) {
  const { data } = useOperation(
    'getSearch',
    { q: symbol, kind: 'coin', limit: MAX_HITS },
    { knowsPast: false },
  )
  const others = (data?.body.hits ?? []).filter(
    (hit) => hit.id !== coin && hit.symbol?.toLowerCase() === symbol.toLowerCase(),
  )
  if (others.length === 0) return null
  return (
    <Section title="Same symbol elsewhere">
      <Facts
        lines={others.map(({ id, name }) => [
          name,
          link(`/coins/${encodeURIComponent(id)}`, <code>{id}</code>),
          id,
        ])}
      />
    </Section>
  )
}
