import { useAnswer } from '../../api/use-answer.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { price as priceText } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { type Changes, changeOf, type Price } from './coin-rows.ts'

const YEAR_DAYS = 365
/** How far from the chosen moment a price is looked for. */
export const SEARCH_WIDTHS = ['1h', '6h', '1d', '7d'] as const

interface PriceView {
  readonly state: {
    /** A day; a year ago where none is chosen. */
    readonly at: string
    readonly width: (typeof SEARCH_WIDTHS)[number]
  }
  set(changes: Partial<PriceView['state']>): void
}

type Priced = { readonly coins: Readonly<Record<string, Price>> }

/** A coin's price now, at a chosen moment and at first. */
export function CoinFigures({ coin, view }: { coin: string; view: PriceView }) {
  const { at, width } = view.state
  const id = encodeURIComponent(coin)
  const yearAgo = useDaysAgo(YEAR_DAYS)
  const atSec = toSec(at) ?? yearAgo
  const current = useAnswer<Priced>(`/prices/current/${id}`, { include: 'missing' })
  const then = useAnswer<Priced>(`/prices/historical/${atSec}/${id}`, {
    searchWidth: width,
  })
  const first = useAnswer<Priced>(`/prices/first/${id}`)
  const hour = useAnswer<Changes>(`/percentage/${id}`, { period: '1h' }).data?.body
  const day = useAnswer<Changes>(`/percentage/${id}`, { period: '1d' }).data?.body
  const week = useAnswer<Changes>(`/percentage/${id}`, { period: '1w' }).data?.body
  const now = firstOf(current.data?.body)
  const earlier = firstOf(then.data?.body)
  const began = firstOf(first.data?.body)
  return (
    <>
      <FigureStrip
        items={[
          {
            name: 'Price',
            value: now?.price,
            sign: '$',
            isLoading: current.isPending,
            source: { operation: 'coins.getCurrentPrices', parameters: { coins: coin } },
            changes: [
              { span: '1h', percent: changeOf(hour, coin) },
              { span: '1d', percent: changeOf(day, coin) },
              { span: '7d', percent: changeOf(week, coin) },
            ],
          },
          {
            name: 'Price then',
            value: earlier?.price,
            sign: '$',
            isLoading: then.isPending,
            source: {
              operation: 'coins.getHistoricalPrices',
              parameters: { coins: coin, timestamp: atSec },
            },
            note: noteOf(earlier),
            changes: [{ span: 'since', percent: since(now, earlier) }],
          },
          {
            name: 'First price',
            value: began?.price,
            sign: '$',
            isLoading: first.isPending,
            source: { operation: 'coins.getFirstPrices', parameters: { coins: coin } },
            note: noteOf(began),
            changes: [{ span: 'since', percent: since(now, began) }],
          },
          {
            name: 'Confidence',
            value: now?.confidence,
            isLoading: current.isPending,
            note: now?.price == null ? '' : `exactly $${priceText(now.price)}`,
          },
        ]}
      />
      <div className="filters">
        <label>
          <span className="dim">Price then, on </span>
          <input
            type="date"
            value={new Date(atSec * 1000).toISOString().slice(0, 10)}
            onChange={(event) => view.set({ at: event.target.value })}
          />
        </label>
        <Segments
          label="Nearest price within"
          options={SEARCH_WIDTHS}
          names={{ '1h': 'within 1h', '6h': '6h', '1d': '1d', '7d': '7d' }}
          value={width}
          onChange={(value) => view.set({ width: value })}
        />
      </div>
    </>
  )
}

function firstOf(body: Priced | undefined): Price | undefined {
  return Object.values(body?.coins ?? {})[0]
}

function noteOf(price: Price | undefined): string {
  const sec = toSec(price?.timestamp)
  return sec === null ? '' : momentText(sec)
}

function since(now: Price | undefined, then: Price | undefined): number | null {
  if (now?.price == null || then?.price == null || then.price === 0) return null
  return (now.price / then.price - 1) * 100
}
