import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { stablecoins } from '../facts.ts'

/** Coins that have the prices of stablecoins, and their main contracts. */
export async function listStablecoinCoins(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.query<{
    coin: string | null
    aggregatorId: string | null
    address: string | null
  }>(sql`SELECT coin, aggregatorId, address FROM ${snapshot.current(stablecoins)}`)
  return rows.flatMap(({ coin, aggregatorId, address }) => [
    ...(coin === null ? [] : [coin]),
    ...(aggregatorId === null ? [] : [`aggregator:${aggregatorId}`]),
    ...(address?.includes(':') ? [address] : []),
  ])
}
