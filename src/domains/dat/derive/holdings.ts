import { at } from '../../../lib/at.ts'
import { isInflow, type Transaction, transactionUsd } from './transactions.ts'

/** What is held of an asset from the end of a day on. */
export interface HoldingStep {
  readonly day: number
  readonly amount: number
}

/** What an institution holds of one asset, and how that came about. */
export type Holding = Readonly<ReturnType<typeof holdingOf>>

// Less than this part of what was there is what rounding leaves of it.
const DUST = 1e-9

/** Holdings by asset at average cost, of transactions in order of effect (dat.md#holdings). */
export function holdingsOf(counted: readonly Transaction[]): Holding[] {
  const byAsset = Map.groupBy(counted, ({ asset }) => asset)
  return [...byAsset]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([asset, transactions]) => holdingOf(asset, transactions))
}

function holdingOf(asset: string, transactions: readonly Transaction[]) {
  // The cost is `null` when that of a part is not known; steps are at most one a day.
  let [amount, cost]: [number, number | null] = [0, 0]
  const steps: HoldingStep[] = []
  for (const transaction of transactions) {
    ;[amount, cost] = isInflow(transaction)
      ? withInflow(amount, cost, transaction)
      : withOutflow(amount, cost, transaction.amount)
    if (steps.at(-1)?.day === transaction.day) steps.pop()
    steps.push({ day: transaction.day, amount })
  }
  const dates = transactions.map(({ reportDate }) => reportDate).sort()
  return {
    asset,
    amount,
    cost,
    transactionCount: transactions.length,
    firstReportDate: at(dates, 0),
    lastReportDate: at(dates, dates.length - 1),
    steps,
  }
}

function withInflow(
  amount: number,
  cost: number | null,
  transaction: Transaction,
): [number, number | null] {
  const paid = transactionUsd(transaction)
  return [amount + transaction.amount, cost === null || paid === null ? null : cost + paid]
}

function withOutflow(amount: number, cost: number | null, sold: number): [number, number | null] {
  const left = amount - sold
  // Once nothing is left nothing is unknown about its cost either.
  if (left <= amount * DUST) return [0, 0]
  return [left, cost === null ? null : (cost * left) / amount]
}

/** Average cost of a coin held; `null` when the cost is not known or nothing is held. */
export function averagePrice({ amount, cost }: Pick<Holding, 'amount' | 'cost'>): number | null {
  return cost === null || amount === 0 ? null : cost / amount
}
