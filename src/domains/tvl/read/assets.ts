import { current, type Snapshot } from '../../../store/store.ts'
import { tableOf } from '../../../store/tables.ts'
import { tokens } from '../../registry/public.ts'
import { chainAssets, PLAIN, tvlTokens } from '../facts.ts'

/** Rows of each chain's newest asset record. */
export function readChainAssets(
  snapshot: Snapshot,
): Promise<{ chain: string; bucket: string; symbol: string; atSec: number; valueUsd: number }[]> {
  const newest = `SELECT chain, max(atSec) FROM ${tableOf(chainAssets)} WHERE run <= {snapshotRun:UInt32} AND quality != 'held' GROUP BY chain`
  return snapshot.query(
    `SELECT chain, bucket, symbol, atSec, valueUsd FROM ${current(chainAssets, `(chain, atSec) IN (${newest})`)} ORDER BY chain, bucket, symbol`,
  )
}

/** Protocols whose newest token record holds one of the tokens, with the value of each. */
export function readTokenHolders(
  snapshot: Snapshot,
  wanted: { symbols: string[]; coins: string[] },
): Promise<{ protocol: string; token: string; valueUsd: number }[]> {
  const plain = `section = '${PLAIN}'`
  const newest = `SELECT protocol, max(atSec) FROM ${tableOf(tvlTokens)} WHERE ${plain} AND run <= {snapshotRun:UInt32} AND quality != 'held' GROUP BY protocol`
  const matching = '(symbol IN {symbols:Array(String)} OR token IN {coins:Array(String)})'
  return snapshot.query(
    `SELECT protocol, token, sum(valueUsd) AS valueUsd FROM ${current(tvlTokens, `${plain} AND ${matching} AND (protocol, atSec) IN (${newest})`)}
     GROUP BY protocol, token ORDER BY protocol, valueUsd DESC`,
    wanted,
  )
}

/** Coin ids whose symbol, or whose name as a slug, is the text. */
export async function readCoinsCalled(snapshot: Snapshot, text: { symbol: string; slug: string }): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(
    `SELECT coin FROM ${current(tokens, "upper(symbol) = {symbol:String} OR replaceRegexpAll(replaceAll(lower(ifNull(name, '')), '\\'', ''), '\\\\s+', '-') = {slug:String}")} LIMIT 10000`,
    text,
  )
  return rows.map((row) => row.coin)
}
