import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { yieldPools } from '../facts.ts'

/** Tokens that pools take and pay, each on its pool's chain. */
export async function listPoolCoins(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(
    sql`SELECT DISTINCT arrayJoin(arrayMap(address -> if(position(address, ':') > 0, address, concat(toString(chain), ':', address)), arrayConcat(underlyingTokens, rewardTokens))) AS coin
     FROM ${snapshot.current(yieldPools)}`,
  )
  return rows.map(({ coin }) => coin)
}
