import type { Body } from '../../api/request.ts'

export type BridgeDay = Body<'getBridgeDayStats'>

type TokenSum = BridgeDay['totalTokensDeposited'][string]
type AddressSum = BridgeDay['totalAddressDeposited'][string]

type Sums = Readonly<Record<string, TokenSum | AddressSum>>

export type DayRow = ReturnType<typeof dayRows>[number]

/** Tokens or addresses of a day, with what went each way. */
export function dayRows(body: BridgeDay, by: 'token' | 'address') {
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
