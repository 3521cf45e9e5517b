import { sql } from '../../../lib/sql.ts'
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
  const newest = sql`SELECT chain, max(atSec) ${snapshot.versions(chainAssets)} GROUP BY chain`
  return snapshot.query(
    sql`SELECT chain, bucket, symbol, atSec, valueUsd, CAST(quality = 'carried' AS Bool) AS isCarried FROM ${snapshot.current(chainAssets, sql`(chain, atSec) IN (${newest})`)} ORDER BY chain, bucket, symbol`,
  )
}

/** Coin ids whose symbol, or whose name as a slug, is the text. */
export async function readCoinsCalled(
  snapshot: Snapshot,
  text: { symbol: string; slug: string },
): Promise<Set<string>> {
  const slug = sql`replaceRegexpAll(replaceRegexpAll(lower(ifNull(name, '')), '[\\'’]', ''), '\\\\s+', '-')`
  const called = sql`(upper(symbol) = {symbol:String} OR ${slug} = {slug:String})`
  // Whoever was ever called so may be called otherwise now: the newest version decides.
  const candidates = sql`SELECT coin ${snapshot.allVersions(tokens, called)}`
  const rows = await snapshot.query<{ coin: string }>(
    sql`SELECT coin FROM ${snapshot.current(tokens, sql`coin IN (${candidates})`)} WHERE ${called} LIMIT 10000`,
    text,
  )
  return new Set(rows.map((row) => row.coin))
}
