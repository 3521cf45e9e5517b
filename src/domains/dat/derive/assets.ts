import { orNull } from './market-history.ts'
import { isInflow, type Transaction, transactionUsd } from './transactions.ts'

/** What all institutions together took in and gave away of an asset on a day, in coins. */
export type FlowDay = Readonly<ReturnType<typeof flowDay>>

/** Flows of each asset by day, in order of time; only of days with a transaction (dat.md). */
export function assetFlows(counted: readonly Transaction[]): Map<string, FlowDay[]> {
  const byAsset = Map.groupBy(counted, ({ asset }) => asset)
  const flows = [...byAsset].map(([asset, transactions]): [string, FlowDay[]] => {
    const byDay = [...Map.groupBy(transactions, ({ day }) => day)].sort(([a], [b]) => a - b)
    return [asset, byDay.map(([day, ofDay]) => flowDay(day, ofDay))]
  })
  return new Map(flows.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function flowDay(day: number, transactions: readonly Transaction[]) {
  let [inflow, outflow]: [number, number] = [0, 0]
  let paid: number | null = 0
  for (const transaction of transactions) {
    if (!isInflow(transaction)) outflow += transaction.amount
    else {
      const usd = transactionUsd(transaction)
      inflow += transaction.amount
      paid = paid === null || usd === null ? null : paid + usd
    }
  }
  // Not known when nothing came in, or when a part of its value is not known.
  const purchaseUsd = inflow === 0 ? null : paid
  return {
    day,
    net: inflow - outflow,
    inflow,
    outflow,
    purchaseUsd,
    purchasePrice: purchaseUsd === null ? null : purchaseUsd / inflow,
  }
}

/** What an institution holds of an asset. */
export interface AssetHolder {
  readonly institutionId: number
  readonly usdValue: number | null
  readonly amount: number
}

/** Holders of an asset, the largest first, of equal ones the lower id. */
export function rankHolders(holders: readonly AssetHolder[]): AssetHolder[] {
  return holders.toSorted((a, b) => b.amount - a.amount || a.institutionId - b.institutionId)
}

/** What all holders have together. */
export function assetTotals(
  holders: readonly AssetHolder[],
  priceUsd: number,
): { totalAmount: number; totalUsdValue: number | null } {
  const totalAmount = holders.reduce((sum, { amount }) => sum + amount, 0)
  return { totalAmount, totalUsdValue: orNull(totalAmount * priceUsd) }
}

/** Percent of the coins in circulation; `null` when their number is not known or 0. */
export function supplyPercentage(amount: number, circulating: number | undefined): number | null {
  return circulating === undefined || circulating === 0 ? null : (amount / circulating) * 100
}
