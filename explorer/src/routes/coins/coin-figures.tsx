import { type Body, useDaysAgo, useOperation } from '../../api/request.ts'
import { FigureStrip, toldBy, usd } from '../../blocks/figure/figure-strip.tsx'
import { percentChange } from '../../lib/sums.ts'
import { choice, type StateOf, text, type ViewWith } from '../../lib/view-state.ts'
import { isoDay, price as priceText, toSec, utcText } from '../../lib/writing.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { changeOf } from './coin-rows.ts'

const YEAR_DAYS = 365
/** Keys of the price at a timestamp. */
export const priceKeys = {
  /** A day; a year ago where none is chosen. */
  at: text(),
  /** How far from the chosen timestamp a price is looked for. */
  width: choice(['1h', '6h', '1d', '7d'], '1d', {
    label: 'Nearest price within',
    names: { '1h': 'within 1h' },
  }),
  /** Prices that are trusted less take no part in the search. */
  trust: choice(['0', '0.5', '0.9', '0.99'], '0', {
    label: 'Confidence of that price from',
    names: { '0': 'any confidence', '0.5': 'from 0.5' },
  }),
}

type PriceView = ViewWith<StateOf<typeof priceKeys>>

type First = Body<'getFirstPrices'>['coins'][string]

/** A coin's price now, at a chosen timestamp and at first. */
export function CoinFigures({ coin, view }: { coin: string; view: PriceView }) {
  const { at, width, trust } = view.state
  const yearAgo = useDaysAgo(YEAR_DAYS)
  const timestamp = {
    coins: coin,
    timestamp: toSec(at) ?? yearAgo,
    searchWidth: width,
    minConfidence: trust === '0' ? undefined : Number(trust),
  }
  return (
    <>
      <PriceStrip coin={coin} timestamp={timestamp} />
      <PriceFields view={view} atSec={timestamp.timestamp} />
    </>
  )
}

interface Timestamp {
  readonly coins: string
  readonly timestamp: number
  readonly searchWidth: string
  readonly minConfidence: number | undefined
}

function PriceStrip({ coin, timestamp }: { coin: string; timestamp: Timestamp }) {
  const coins = { coins: coin }
  const current = useOperation('getCurrentPrices', { ...coins, include: 'missing' })
  const then = useOperation('getHistoricalPrices', { ...timestamp })
  const first = useOperation('getFirstPrices', coins)
  const changes = {
    '1h': useChange(coin, '1h'),
    '1d': useChange(coin, '1d'),
    '7d': useChange(coin, '1w'),
  }
  const now = firstOf(current.data?.body)
  const since = (price: First | undefined) => ({
    note: utcText(price?.timestamp ?? null),
    changes: { since: percentChange(now?.price, price?.price) },
  })
  const [earlier, began] = [firstOf(then.data?.body), firstOf(first.data?.body)]
  return (
    <FigureStrip
      items={[
        usd('Price', now?.price, { ...toldBy(current, 'getCurrentPrices', coins), changes }),
        usd('Price then', earlier?.price, {
          ...toldBy(then, 'getHistoricalPrices', { ...timestamp }),
          ...since(earlier),
        }),
        usd('First price', began?.price, {
          ...toldBy(first, 'getFirstPrices', coins),
          ...since(began),
        }),
        {
          name: 'Confidence',
          value: now?.confidence,
          isLoading: current.isPending,
          note: now === undefined ? '' : `exactly $${priceText(now.price)}`,
        },
      ]}
    />
  )
}

function PriceFields({ view, atSec }: { view: PriceView; atSec: number }) {
  return (
    <div className="filters">
      <label>
        <span className="dim">Price then, on </span>
        <input
          type="date"
          value={isoDay(atSec)}
          onChange={(event) => view.set({ at: event.target.value })}
        />
      </label>
      <ViewSegments view={view} id="width" of={priceKeys.width} />
      <ViewSegments view={view} id="trust" of={priceKeys.trust} />
    </div>
  )
}

function useChange(coin: string, period: string): number | null {
  return changeOf(useOperation('getPriceChanges', { coins: coin, period }).data?.body, coin)
}

function firstOf<T>(body: { readonly coins: Readonly<Record<string, T>> } | undefined) {
  return Object.values(body?.coins ?? {})[0]
}
