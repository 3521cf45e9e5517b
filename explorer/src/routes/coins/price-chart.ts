import type { Body } from '../../api/answers.ts'

/** Prices or a pool's days: the address of the chart is shared, the id says what it is. */
export type Chart = Body<'getPriceChartOrPoolChart'>

/** Prices of the one coin that was asked for; none for a pool. */
export function pricesOf(body: Chart) {
  return 'coins' in body ? Object.values(body.coins).flatMap(({ prices }) => prices) : []
}
