import type { TransferSide } from '../../lib/flow-matrix.ts'

/** One side of a transfer, as the service lists it. */
export interface Transaction extends TransferSide {
  readonly tx_hash: string
  readonly ts: string
  readonly coin: string | null
  readonly amount: string
  readonly tx_from: string
  readonly tx_to: string
}

export interface Transactions {
  readonly transactions: readonly Transaction[]
}
