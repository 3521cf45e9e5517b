import { type Body, type BodyOf, request } from '../../api/request.ts'
import { percentChange } from '../../lib/sums.ts'
import { type Bounds, bounds, isWithin, type Key } from '../../lib/view-state.ts'
import { grouped } from '../../lib/writing.ts'

type Prices = Body<'getCurrentPrices'>
type Changes = Body<'getPriceChanges'>
type Batch = Body<'getBatchHistoricalPrices'>

export type CoinRow = ReturnType<typeof coinRows>[number]

interface CoinResponses {
  readonly prices: Prices | undefined
  readonly hour: Changes | undefined
  readonly day: Changes | undefined
  readonly week: Changes | undefined
  readonly batch: Batch | undefined
}

/** Coins with their changes, 30 days against the first price of the line: some days apart. */
export function coinRows({ prices, hour, day, week, batch }: CoinResponses) {
  return Object.entries(prices?.coins ?? {}).map(([id, price]) => {
    const points = batch?.coins[id]?.prices ?? []
    const line = [...points.map((point) => point.price), price.price]
    const first = points[0]?.price
    return {
      ...price,
      id,
      chain: id.split(':')[0] ?? id,
      hour: changeOf(hour, id),
      day: changeOf(day, id),
      week: changeOf(week, id),
      month: percentChange(price.price, first),
      line: points.length === 0 ? [] : line,
    }
  })
}

export function changeOf(body: Changes | undefined, id: string): number | null {
  return body?.coins[id]?.change ?? null
}

/** The `coins` parameter of `/batchHistorical`: the same timestamps of each coin. */
export function batchQuery(ids: readonly string[], times: readonly number[]): string {
  return JSON.stringify(Object.fromEntries(ids.map((id) => [id, times])))
}

const ANY: Bounds = { from: null, to: null }

/** Bounds of the confidence in a URL; prices that are trusted little are not shown unasked. */
export function confidenceBounds(): Key<Bounds> {
  return { ...bounds(), byDefault: { from: 0.9, to: null } }
}

/** A price without a confidence is taken as trusted, as the service's `minConfidence` does. */
export function isTrusted(confidence: number | null | undefined, limits: Bounds): boolean {
  return isWithin(confidence ?? 1, limits)
}

/** The filter as one that is set; nothing where it lets all in. */
export function confidenceFilter({ from, to }: Bounds) {
  const limits = [from === null ? [] : `from ${from}`, to === null ? [] : `to ${to}`].flat()
  if (limits.length === 0) return []
  return [{ id: 'confidence', name: `Confidence ${limits.join(' ')}`, empty: ANY }]
}

/** How many a filter hides, in words; nothing before it is known. */
export function hiddenText(count: number | null): string {
  return count === null ? '' : `, ${grouped(count, 0)} hidden`
}

/** Prices or a pool's days: the URL of the chart is shared, the id says what it is. */
export type PriceChart = Body<'getPriceChartOrPoolChart'>

/** Prices of the one coin that was requested; none for a pool. */
export function pricesOf(body: PriceChart) {
  return 'coins' in body ? Object.values(body.coins).flatMap(({ prices }) => prices) : []
}

/** The same as points of a series. */
export function pricePoints(body: PriceChart) {
  return pricesOf(body).map(({ timestamp, price }) => [timestamp, price] as const)
}

export const UNLOCKS = request('listEmissions', {
  fields: 'token,aggregator_id,protocolSlug,name,circSupply,totalLocked,maxSupply,nextEvent',
})

export type Unlock = BodyOf<typeof UNLOCKS>[number]

/** The schedule of a coin's token, by its own id or by the aggregator's; undefined without one. */
export function unlockOf<Of extends Pick<Unlock, 'token' | 'aggregator_id'>>(
  schedules: readonly Of[],
  coin: string,
): Of | undefined {
  const id = sameCase(coin)
  return (
    schedules.find(({ token }) => sameCase(token) === id) ??
    schedules.find((one) => one.aggregator_id !== null && `aggregator:${one.aggregator_id}` === id)
  )
}

/** Hex addresses are the same in either case; others, such as base58, are not. */
function sameCase(coin: string): string {
  return coin.includes(':0x') ? coin.toLowerCase() : coin
}
