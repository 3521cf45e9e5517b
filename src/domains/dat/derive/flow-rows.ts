import type { FlowDay } from './asset-flows.ts'

const DAY_SEC = 86_400

/**
 * Rows [time, net, inflow, outflow, average price, US dollars of what came in] as JSON, with
 * brackets around.
 */
export function flowRows(days: readonly FlowDay[]): string {
  return JSON.stringify(
    days.map(({ day, net, inflow, outflow, purchasePrice, purchaseUsd }) => [
      day * DAY_SEC,
      net,
      inflow,
      outflow,
      purchasePrice,
      purchaseUsd,
    ]),
  )
}
