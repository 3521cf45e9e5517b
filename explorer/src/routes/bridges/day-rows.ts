/** `/bridgedaystats/{timestamp}/{chain}`. */
export interface BridgeDay {
  readonly date: number
  readonly totalTokensDeposited: Readonly<Record<string, TokenSum>>
  readonly totalTokensWithdrawn: Readonly<Record<string, TokenSum>>
  readonly totalAddressDeposited: Readonly<Record<string, AddressSum>>
  readonly totalAddressWithdrawn: Readonly<Record<string, AddressSum>>
  readonly totalDepositedUSD?: number | null
  readonly totalWithdrawnUSD?: number | null
  readonly totalDepositTxs?: number | null
  readonly totalWithdrawalTxs?: number | null
}

interface TokenSum {
  readonly usdValue: number | null
  readonly amount: string
  readonly symbol: string | null
  readonly decimals: number | null
}

interface AddressSum {
  readonly usdValue: number | null
  readonly txs: number
}

export interface DayRow {
  readonly id: string
  readonly name: string
  readonly depositedUsd: number | null
  readonly withdrawnUsd: number | null
  readonly depositTxs: number | null
  readonly withdrawalTxs: number | null
}

type Sums = Readonly<Record<string, TokenSum | AddressSum>>

/** Tokens or addresses of a day, with what went each way. */
export function dayRows(body: BridgeDay, by: 'token' | 'address'): readonly DayRow[] {
  const deposits: Sums = by === 'token' ? body.totalTokensDeposited : body.totalAddressDeposited
  const withdrawals: Sums = by === 'token' ? body.totalTokensWithdrawn : body.totalAddressWithdrawn
  const ids = [...new Set([...Object.keys(deposits), ...Object.keys(withdrawals)])]
  return ids.map((id) => ({
    id,
    name: symbolOf(deposits[id]) ?? symbolOf(withdrawals[id]) ?? id,
    depositedUsd: deposits[id]?.usdValue ?? null,
    withdrawnUsd: withdrawals[id]?.usdValue ?? null,
    depositTxs: txsOf(deposits[id]),
    withdrawalTxs: txsOf(withdrawals[id]),
  }))
}

function symbolOf(sum: TokenSum | AddressSum | undefined): string | null {
  return sum !== undefined && 'symbol' in sum ? sum.symbol : null
}

function txsOf(sum: TokenSum | AddressSum | undefined): number | null {
  return sum !== undefined && 'txs' in sum ? sum.txs : null
}
