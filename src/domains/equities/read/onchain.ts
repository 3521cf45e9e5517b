import type { StateDefinition, States } from '../../../cache/states.ts'
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

interface Asker {
  snapshot: Snapshot
  states: States
}

// Snapshots are hourly; a venue that was late for one or two is still there, one that was taken off is not.
const SNAPSHOT_SEC = 3 * HOUR_SEC

/** Time of the newest row of a fact, whoever it is of: that of its newest snapshot; 0 without one. */
function newestSnapshot(fact: Fact): StateDefinition<number> {
  return {
    name: `equities.newestSnapshot.${fact.name}`,
    reads: [fact],
    build: async (snapshot) =>
      (await snapshot.query<{ newestSec: number }>(`SELECT max(atSec) AS newestSec ${visibleVersions(fact)}`))[0]?.newestSec ?? 0,
  }
}

const newestPerps = newestSnapshot(equityPerps)
const newestTokens = newestSnapshot(equityTokens)

/** Of each contract or token of a ticker its newest row, if it is of the newest snapshot (decision 126). */
function newestSql(fact: Fact, id: string): string {
  const ofSnapshot = `ticker = {ticker:String} AND atSec + ${SNAPSHOT_SEC} > {newestSec:UInt32}`
  return `SELECT * FROM ${current(fact, ofSnapshot)} ORDER BY ${id}, atSec DESC LIMIT 1 BY ${id}`
}

export async function readPerps({ snapshot, states }: Asker, ticker: string): Promise<PerpRow[]> {
  const newestSec = await states.get(newestPerps, snapshot)
  return snapshot.query<PerpRow>(`SELECT * FROM (${newestSql(equityPerps, 'contractSlug')}) ORDER BY openInterest DESC, contractSlug`, {
    ticker,
    newestSec,
  })
}

export async function readTokens({ snapshot, states }: Asker, ticker: string): Promise<TokenRow[]> {
  const newestSec = await states.get(newestTokens, snapshot)
  return snapshot.query<TokenRow>(`SELECT * FROM (${newestSql(equityTokens, 'assetSlug')}) ORDER BY activeMarketcap DESC, assetSlug`, {
    ticker,
    newestSec,
  })
}
