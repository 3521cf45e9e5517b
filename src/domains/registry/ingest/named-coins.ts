import type { Snapshot } from '../../../store/snapshot.ts'
import { protocols } from '../facts.ts'

/** Coins of protocols: their own tokens, by address and at the aggregator. */
export async function listProtocolCoins(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(
    `SELECT DISTINCT arrayJoin(arrayFilter(one -> one != '', [ifNull(tokenCoin, ''), if(ifNull(aggregatorId, '') = '', '', concat('aggregator:', ifNull(aggregatorId, '')))])) AS coin
     FROM ${snapshot.current(protocols)}`,
  )
  return rows.map(({ coin }) => coin).filter((coin) => coin.includes(':'))
}
