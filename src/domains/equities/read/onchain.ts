import { HOUR_SEC } from '../../../lib/clock.ts'
import type { Fact } from '../../../store/fact.ts'
import { current, type Snapshot, visibleVersions } from '../../../store/store.ts'
import { equityPerps, equityTokens } from '../facts.ts'

export interface PerpRow {
  contractSlug: string
  atSec: number
  pair: string
  price: number | null
  volume24h: number | null
  openInterest: number | null
  annualizedFundingRate: number | null
  tradeUrl: string | null
  exchangeProtocolSlug: string | null
  rwaPlatformSlug: string | null
  exchangeType: string | null
}

export interface TokenRow {
  assetSlug: string
  issuer: string
  issuerRwaPlatformSlug: string | null
  price: number | null
  activeMarketcap: number | null
}

// Snapshots are hourly; a venue that was late for one or two is still there, one that was taken off is not.
const SNAPSHOT_SEC = 3 * HOUR_SEC

/** Of each contract or token of a ticker its newest row, if it is of the newest snapshot (decision 126). */
function newestSql(fact: Fact, id: string): string {
  return `SELECT * FROM ${current(fact, 'ticker = {ticker:String}')}
    WHERE atSec + ${SNAPSHOT_SEC} > (SELECT max(atSec) ${visibleVersions(fact)}) ORDER BY ${id}, atSec DESC LIMIT 1 BY ${id}`
}

export function readPerps(snapshot: Snapshot, ticker: string): Promise<PerpRow[]> {
  return snapshot.query<PerpRow>(`SELECT * FROM (${newestSql(equityPerps, 'contractSlug')}) ORDER BY openInterest DESC, contractSlug`, {
    ticker,
  })
}

export function readTokens(snapshot: Snapshot, ticker: string): Promise<TokenRow[]> {
  return snapshot.query<TokenRow>(`SELECT * FROM (${newestSql(equityTokens, 'assetSlug')}) ORDER BY activeMarketcap DESC, assetSlug`, {
    ticker,
  })
}
