import type { Transaction } from './transactions.ts'

type Amounts = Pick<Transaction, 'amount' | 'avgPriceUsd' | 'usdValue'>

/** What a transaction was worth: as reported, else amount × average price (semantics 10.1). */
export function transactionUsd({ amount, avgPriceUsd, usdValue }: Amounts): number | null {
  return usdValue ?? (avgPriceUsd === null ? null : amount * avgPriceUsd)
}

/** Average price of a coin in it: as reported, else value ÷ amount. */
export function transactionPrice({ amount, avgPriceUsd, usdValue }: Amounts): number | null {
  return avgPriceUsd ?? (usdValue === null || amount === 0 ? null : usdValue / amount)
}
