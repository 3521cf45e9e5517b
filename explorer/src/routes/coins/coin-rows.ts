import type { Body } from '../../api/answers.ts'

export type Prices = Body<'getCurrentPrices'>
export type Price = Prices['coins'][string]
export type Changes = Body<'getPriceChanges'>
type Batch = Body<'getBatchHistoricalPrices'>

export interface CoinRow extends Price {
  readonly id: string
  readonly chain: string
  readonly hour: number | null
  readonly day: number | null
  readonly week: number | null
  readonly month: number | null
  /** Prices of the last 30 days, some days apart. */
  readonly line: readonly number[]
}

export interface CoinAnswers {
  readonly prices: Prices | undefined
  readonly hour: Changes | undefined
  readonly day: Changes | undefined
  readonly week: Changes | undefined
  readonly batch: Batch | undefined
}

/** Coins with their changes; 30 days against the first price of the line. */
export function coinRows({ prices, hour, day, week, batch }: CoinAnswers): readonly CoinRow[] {
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
      month: !first ? null : (price.price / first - 1) * 100,
      line: points.length === 0 ? [] : line,
    }
  })
}

export function changeOf(body: Changes | undefined, id: string): number | null {
  return body?.coins[id]?.change ?? null
}

/** The `coins` parameter of `/batchHistorical`: the same moments of each coin. */
export function batchQuery(ids: readonly string[], times: readonly number[]): string {
  return JSON.stringify(Object.fromEntries(ids.map((id) => [id, times])))
}
