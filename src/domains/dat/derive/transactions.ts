/** What comes in, then what goes out (dat.md). */
const INFLOW_TYPES = ['purchase', 'income'] as const
const OUTFLOW_TYPES = ['sale', 'spend'] as const
export const TRANSACTION_TYPES: readonly string[] = [...INFLOW_TYPES, ...OUTFLOW_TYPES]

/** A change of what an institution holds, as it was reported. */
export interface Transaction {
  readonly id: number
  readonly asset: string
  readonly type: string
  /** Whole coins, never negative. */
  readonly amount: number
  readonly avgPriceUsd: number | null
  readonly usdValue: number | null
  readonly startDate: string | null
  readonly endDate: string | null
  readonly reportDate: string
  readonly isApproved: boolean
  /** Day since 1970 from which it counts. */
  readonly day: number
}

export function isInflow({ type }: Pick<Transaction, 'type'>): boolean {
  return type === 'purchase' || type === 'income'
}

/** Day since 1970 from which it counts: its last, else first, else announcement (dat.md). */
export function effectiveDay({
  startDate,
  endDate,
  reportDate,
}: Pick<Transaction, 'startDate' | 'endDate' | 'reportDate'>): number {
  return Math.floor(Date.parse(endDate ?? startDate ?? reportDate) / 86_400_000)
}

/** By day, then what comes in first, so that nothing is sold before it is there. */
export function compareEffect(a: Transaction, b: Transaction): number {
  return a.day - b.day || Number(isInflow(b)) - Number(isInflow(a)) || a.id - b.id
}

/** The transactions that count by the end of a day: approved ones that have taken effect. */
export function countedTransactions<T extends Transaction>(
  transactions: readonly T[],
  today: number,
): T[] {
  return transactions.filter(({ isApproved, day }) => isApproved && day <= today)
}

type Amounts = Pick<Transaction, 'amount' | 'avgPriceUsd' | 'usdValue'>

/** What a transaction was worth: as reported, else amount × average price (dat.md). */
export function transactionUsd({ amount, avgPriceUsd, usdValue }: Amounts): number | null {
  return usdValue ?? (avgPriceUsd === null ? null : amount * avgPriceUsd)
}

/** Average price of a coin in it: as reported, else value ÷ amount. */
export function transactionPrice({ amount, avgPriceUsd, usdValue }: Amounts): number | null {
  return avgPriceUsd ?? (usdValue === null || amount === 0 ? null : usdValue / amount)
}
