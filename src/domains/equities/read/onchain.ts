import type { RequestContext } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import type { Fact } from '../../../store/fact.ts'
import { equityPerps, equityTokens } from '../facts.ts'
import type { PerpRow, TokenRow } from '../records.ts'

type Reading = Pick<RequestContext, 'snapshot' | 'states'>

// Snapshots are hourly; a venue that missed one or two is still listed, a removed one is not.
const SNAPSHOT_SEC = 3 * HOUR_SEC

/** Contracts of the newest snapshot of all, the largest first (equities.md#onchain-snapshot). */
export function readPerps(context: Reading, ticker: string): Promise<PerpRow[]> {
  return readNewest<PerpRow>(context, ticker, {
    fact: equityPerps,
    id: sql`contractSlug`,
    size: sql`openInterest`,
    columns: sql`contractSlug, atSec, pair, price, volume24h, openInterest, annualizedFundingRate,
      tradeUrl, exchangeProtocolSlug, rwaPlatformSlug, exchangeType`,
  })
}

/** Tokens that stand for a share, likewise. */
export function readTokens(context: Reading, ticker: string): Promise<TokenRow[]> {
  return readNewest<TokenRow>(context, ticker, {
    fact: equityTokens,
    id: sql`assetSlug`,
    size: sql`activeMarketcap`,
    columns: sql`assetSlug, issuer, issuerRwaPlatformSlug, price, activeMarketcap`,
  })
}

async function readNewest<Row>(
  { snapshot, states }: Reading,
  ticker: string,
  { fact, id, size, columns }: { fact: Fact; id: Sql; size: Sql; columns: Sql },
): Promise<Row[]> {
  const newestSec = await states.memo(
    `equities.newest ${fact.name}`,
    [fact],
    snapshot,
    async () => {
      const newest = sql`SELECT toInt64(max(atSec)) AS newestSec ${snapshot.versions(fact)}`
      return at(await snapshot.query<{ newestSec: number }>(newest), 0).newestSec
    },
  )
  const ofSnapshot = sql`ticker = {ticker:String} AND atSec > {afterSec:Int64}`
  return snapshot.query<Row>(
    sql`SELECT * FROM (
       SELECT ${columns} FROM ${snapshot.current(fact, ofSnapshot)} ORDER BY ${id}, atSec DESC LIMIT 1 BY ${id})
     ORDER BY ${size} DESC, ${id}`,
    { ticker, afterSec: newestSec - SNAPSHOT_SEC },
  )
}
