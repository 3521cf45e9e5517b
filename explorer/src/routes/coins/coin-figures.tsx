import type { Body } from '../../api/answers.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { price as priceText } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import { changeOf, type Price } from './coin-rows.ts'

const YEAR_DAYS = 365
/** How far from the chosen moment a price is looked for. */
export const SEARCH_WIDTHS = ['1h', '6h', '1d', '7d'] as const
/** Prices that are trusted less take no part in the search. */
export const MIN_CONFIDENCES = ['0', '0.5', '0.9', '0.99'] as const

interface PriceView {
  readonly state: {
    /** A day; a year ago where none is chosen. */
    readonly at: string
    readonly width: (typeof SEARCH_WIDTHS)[number]
    readonly trust: (typeof MIN_CONFIDENCES)[number]
  }
  set(changes: Partial<PriceView['state']>): void
}

type First = Body<'getFirstPrices'>['coins'][string]

/** A coin's price now, at a chosen moment and at first. */
export function CoinFigures({ coin, view }: { coin: string; view: PriceView }) {
  const { at, width, trust } = view.state
  const coins = { coins: coin }
  const yearAgo = useDaysAgo(YEAR_DAYS)
  const atSec = toSec(at) ?? yearAgo
  const current = useOperation('getCurrentPrices', { ...coins, include: 'missing' })
  const moment = {
    ...coins,
    timestamp: atSec,
    searchWidth: width,
    minConfidence: trust === '0' ? undefined : Number(trust),
  }
  const then = useOperation('getHistoricalPrices', moment)
  const first = useOperation('getFirstPrices', coins)
  const hour = useOperation('getPriceChanges', { ...coins, period: '1h' }).data?.body
  const day = useOperation('getPriceChanges', { ...coins, period: '1d' }).data?.body
  const week = useOperation('getPriceChanges', { ...coins, period: '1w' }).data?.body
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
            source: { operation: 'getCurrentPrices', parameters: { coins: coin } },
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
            source: { operation: 'getHistoricalPrices', parameters: moment },
            note: noteOf(earlier),
            changes: [{ span: 'since', percent: since(now, earlier) }],
          },
          {
            name: 'First price',
            value: began?.price,
            sign: '$',
            isLoading: first.isPending,
            source: { operation: 'getFirstPrices', parameters: { coins: coin } },
            note: noteOf(began),
            changes: [{ span: 'since', percent: since(now, began) }],
          },
          {
            name: 'Confidence',
            value: now?.confidence,
            isLoading: current.isPending,
            note: now === undefined ? '' : `exactly $${priceText(now.price)}`,
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
        <Segments
          label="Confidence of that price from"
          options={MIN_CONFIDENCES}
          names={{ '0': 'any confidence', '0.5': 'from 0.5' }}
          value={trust}
          onChange={(value) => view.set({ trust: value })}
        />
      </div>
    </>
  )
}

function firstOf<T>(body: { readonly coins: Readonly<Record<string, T>> } | undefined) {
  return Object.values(body?.coins ?? {})[0]
}

function noteOf(price: First | undefined): string {
  const sec = toSec(price?.timestamp)
  return sec === null ? '' : momentText(sec)
}

function since(now: Price | undefined, then: First | undefined): number | null {
  if (now === undefined || then === undefined || then.price === 0) return null
  return (now.price / then.price - 1) * 100
}
