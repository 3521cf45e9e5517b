import type { Snapshot } from '../../../store/snapshot.ts'
import { tokens } from '../../registry/public.ts'
import { chainAssets } from '../facts.ts'

/** Rows of each chain's newest asset record. */
export function readChainAssets(snapshot: Snapshot): Promise<
  {
    chain: string
    bucket: string
    symbol: string
    atSec: number
    valueUsd: number
    isCarried: boolean
  }[]
> {
  const newest = `SELECT chain, max(atSec) ${snapshot.versions(chainAssets)} GROUP BY chain`
  return snapshot.query(
    `SELECT chain, bucket, symbol, atSec, valueUsd, CAST(quality = 'carried' AS Bool) AS isCarried FROM ${snapshot.current(chainAssets, `(chain, atSec) IN (${newest})`)} ORDER BY chain, bucket, symbol`,
  )
}

/** Coin ids whose symbol, or whose name as a slug, is the text. */
export async function readCoinsCalled(
  snapshot: Snapshot,
  text: { symbol: string; slug: string },
): Promise<Set<string>> {
  const slug =
    "replaceRegexpAll(replaceRegexpAll(lower(ifNull(name, '')), '[\\'’]', ''), '\\\\s+', '-')"
  const called = `(upper(symbol) = {symbol:String} OR ${slug} = {slug:String})`
  // Whoever was ever called so may be called otherwise now: the newest version decides.
  const candidates = `SELECT coin ${snapshot.allVersions(tokens, called)}`
  const rows = await snapshot.query<{ coin: string }>(
    `SELECT coin FROM ${snapshot.current(tokens, `coin IN (${candidates})`)} WHERE ${called} LIMIT 10000`,
    text,
  )
  return new Set(rows.map((row) => row.coin))
}
