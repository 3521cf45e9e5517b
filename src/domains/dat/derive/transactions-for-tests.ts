import type { Transaction } from './transactions.ts'

/** A transaction as rules take it, on a day since 1970. */
export function dealt(
  type: string,
  amount: number,
  usdValue: number | null,
  more: Partial<Transaction> = {},
): Transaction {
  const base = {
    id: 1,
    asset: 'bitcoin',
    avgPriceUsd: null,
    startDate: null,
    endDate: null,
    reportDate: '2026-01-01',
    isApproved: true,
    day: 100,
  }
  return { ...base, type, amount, usdValue, ...more }
}
