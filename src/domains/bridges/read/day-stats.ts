import { DAY_SEC } from '../../../lib/clock.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { tokens } from '../../registry/public.ts'
import { exactUsd, usdOf } from '../facts.ts'
import { IN_RANGE_SQL, standingTransfers } from './transfers.ts'

/** What was moved of one token, in one direction. */
export interface TokenTotal {
  isDeposit: boolean
  token: string
  /** `null` when no transfer of it had a price. */
  valueUsd: number | null
  highHalves: string
  lowHalves: string
}

/** What one address moved, in one direction. */
export interface AddressTotal {
  isDeposit: boolean
  chain: string
  address: string
  valueUsd: number | null
  txs: number
}

export interface DayQuery {
  readonly bridges: readonly number[]
  /** Key of a chain; `undefined` for all. */
  readonly chain: string | undefined
  readonly daySec: number
}

const TOP = 30

// Largest first; what has no price at all comes last.
const largest = (tie: Sql) =>
  sql`ORDER BY isDeposit DESC, valueUsd DESC NULLS LAST, ${tie} LIMIT ${TOP} BY isDeposit`
const TOTAL_USD = sql`if(countIf(isNotNull(valueUsd)) > 0, ${usdOf(exactUsd(sql`1`))}, NULL)`

/** A day's tokens of the largest value, 30 each way; amounts in 128-bit halves cannot overflow. */
export function readTopTokens(snapshot: Snapshot, query: DayQuery): Promise<TokenTotal[]> {
  return snapshot.query<TokenTotal>(
    sql`SELECT isDeposit, token, total AS valueUsd, highHalves, lowHalves FROM (
       SELECT isDeposit, token, ${TOTAL_USD} AS total, toString(sum(bitShiftRight(toUInt256OrZero(amount), 128))) AS highHalves,
         toString(sum(toUInt256(toUInt128(toUInt256OrZero(amount))))) AS lowHalves
       ${transfersOf(snapshot, query)} GROUP BY isDeposit, token
     ) ${largest(sql`token`)}`,
    paramsOf(query),
  )
}

/** A day's addresses of the largest value, 30 each way: who deposited, and who was paid out. */
export function readTopAddresses(snapshot: Snapshot, query: DayQuery): Promise<AddressTotal[]> {
  return snapshot.query<AddressTotal>(
    sql`SELECT isDeposit, chain, address, total AS valueUsd, txs FROM (
       SELECT isDeposit, chain, if(isDeposit, fromAddress, toAddress) AS address, ${TOTAL_USD} AS total, count() AS txs
       ${transfersOf(snapshot, query)} GROUP BY isDeposit, chain, address
     ) ${largest(sql`chain, address`)}`,
    paramsOf(query),
  )
}

export interface TokenDescription {
  coin: string
  symbol: string
  decimals: number | null
}

/** Symbol and decimals of some tokens, of those that are known. */
export async function readTokens(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<Map<string, TokenDescription>> {
  if (coins.length === 0) return new Map()
  const rows = await snapshot.query<TokenDescription>(
    sql`SELECT coin, symbol, decimals FROM ${snapshot.current(tokens, sql`coin IN {coins:Array(String)}`)}`,
    { coins },
  )
  return new Map(rows.map((row) => [row.coin, row]))
}

function transfersOf(snapshot: Snapshot, query: DayQuery): Sql {
  const onChain = query.chain === undefined ? sql`` : sql` AND chain = {chain:String}`
  return standingTransfers(snapshot, sql`${IN_RANGE_SQL}${onChain}`)
}

function paramsOf({ bridges, chain, daySec }: DayQuery): SqlParams {
  return { bridges, chain, fromSec: daySec, toSec: daySec + DAY_SEC - 1 }
}
