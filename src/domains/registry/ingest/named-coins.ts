import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { chains } from '../chains.ts'
import { protocols } from '../facts.ts'

/** Coins of chains, and of protocols their own tokens, by address and at the aggregator. */
export async function listProtocolCoins(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(
    sql`SELECT DISTINCT arrayJoin(arrayFilter(one -> one != '', [ifNull(tokenCoin, ''), if(ifNull(aggregatorId, '') = '', '', concat('aggregator:', ifNull(aggregatorId, '')))])) AS coin
     FROM ${snapshot.current(protocols)}`,
  )
  const ofChains = chains
    .list()
    .flatMap(({ aggregatorId }) => (aggregatorId === null ? [] : [`aggregator:${aggregatorId}`]))
  return [...ofChains, ...rows.map(({ coin }) => coin).filter((coin) => coin.includes(':'))]
}
