import { useAnswer } from '../../api/use-answer.ts'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { price as priceText } from '../../lib/numbers.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { momentText } from '../../lib/times.ts'
import { names, sorting } from '../../lib/view-state.ts'
import { AppLink } from '../../page/app-link.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'

const keys = { ...seriesKeys, cols: names(), sort: sorting('-value') }
const SPANS = { '30d': 180, '90d': 180, '6m': 182, '1y': 365, all: 700 } as const
const PERIODS = { '30d': '4h', '90d': '12h', '6m': '1d', '1y': '1d', all: '1d' } as const

interface Priced {
  readonly coins: Readonly<
    Record<
      string,
      { symbol: string | null; price: number; timestamp: number; confidence?: number | null }
    >
  >
}

interface Chart {
  readonly coins: Readonly<
    Record<string, { prices: readonly { timestamp: number; price: number }[] }>
  >
}

interface Changed {
  readonly coins: Readonly<Record<string, { change?: number } | number>>
}

interface Holder {
  readonly name: string
  readonly category: string | null
  readonly amountUsd: Readonly<Record<string, number>>
}

/** One coin: its price over time, and who holds it. */
export function Coin() {
  const coin = useParam('coin')
  const view = useView(keys)
  const id = encodeURIComponent(coin)
  const current = useAnswer<Priced>(`/prices/current/${id}`, { include: 'missing' })
  const first = useAnswer<Priced>(`/prices/first/${id}`)
  const week = useAnswer<Changed>(`/percentage/${id}`, { period: '1w' })
  const day = useAnswer<Changed>(`/percentage/${id}`, { period: '1d' })
  const now = Object.values(current.data?.body.coins ?? {})[0]
  const began = Object.values(first.data?.body.coins ?? {})[0]
  const symbol = now?.symbol ?? null
  const held = useAnswer<readonly Holder[]>(
    symbol === null ? null : `/api/tokenProtocols/${encodeURIComponent(symbol)}`,
  )
  return (
    <>
      <PageHead
        title={symbol ?? coin}
        note={<code>{coin}</code>}
        crumb={<AppLink to="/coins">Coins</AppLink>}
        ignored={view.ignored}
      />
      <FigureStrip
        items={[
          {
            name: 'Price',
            value: now?.price,
            sign: '$',
            isLoading: current.isPending,
            source: { operation: 'coins.getCurrentPrices', parameters: { coins: coin } },
            changes: [
              { span: '1d', percent: changeOf(day.data?.body) },
              { span: '7d', percent: changeOf(week.data?.body) },
            ],
            ...(now === undefined ? {} : { note: `$${priceText(now.price)}` }),
          },
          { name: 'Confidence', value: now?.confidence, isLoading: current.isPending },
          {
            name: 'First price',
            value: began?.price,
            sign: '$',
            isLoading: first.isPending,
            note: began === undefined ? '' : momentText(began.timestamp),
          },
        ]}
      />
      <SeriesBlock<Chart>
        title="Price"
        path={`/chart/${id}`}
        query={{ span: SPANS[view.state.range], period: PERIODS[view.state.range] }}
        kind="line"
        sign="$"
        view={view}
        height={320}
        marksOf={() => ({ fact: 'prices', key: { coin } })}
        seriesOf={({ coins }) =>
          Object.values(coins).map(({ prices }) => ({
            name: 'Price',
            points: prices.map(({ timestamp, price }) => [timestamp, price]),
          }))
        }
      />
      {symbol !== null && (
        <TableBlock
          title={`Protocols that hold ${symbol}`}
          asked={held}
          view={view}
          columns={columns}
          rowsOf={rowsOf}
          keyOf={({ name }) => name}
          hasTotals
          empty="No protocol holds it."
        />
      )}
    </>
  )
}

const rowsOf = (rows: readonly Holder[]) => rows

const columns = [
  column<Holder>('text', 'name', 'Protocol', ({ name }) => name, { isMain: true }),
  column<Holder>('text', 'category', 'Category', ({ category }) => category),
  column<Holder>('usd', 'value', 'Value', ({ amountUsd }) => sumOf(amountUsd), {
    isMain: true,
    addsUp: true,
  }),
  column<Holder>('count', 'coins', 'Coin ids', ({ amountUsd }) => Object.keys(amountUsd).length),
]

function changeOf(body: Changed | undefined): number | null {
  const found = Object.values(body?.coins ?? {})[0]
  if (found === undefined) return null
  return typeof found === 'number' ? found : (found.change ?? null)
}
