import type { Body } from '../../api/answers.ts'

export type Transactions = Body<'listBridgeTransactions'>
/** One side of a transfer. */
export type Transaction = Transactions['transactions'][number]
