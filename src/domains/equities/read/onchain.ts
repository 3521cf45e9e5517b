import type { StateDefinition } from '../../../cache/states.ts'
import { HOUR_SEC } from '../../../lib/clock.ts'
import type { Fact } from '../../../store/fact.ts'
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

/** Rows of the newest snapshot by ticker. */
type NewestRows<Row> = ReadonlyMap<string, readonly Row[]>

// Snapshots are hourly; a venue that was late for one or two is still there, one that was taken off
// is not.
const SNAPSHOT_SEC = 3 * HOUR_SEC

/**
 * Of each contract or token its newest row, if it is of the newest snapshot, whoever that is of
 * (decision 126); the largest first. They are a few thousand for the whole market, so that they are
 * kept rather than looked for by every question.
 */
function newestSnapshot<Row>(
  fact: Fact,
  id: string,
  size: string,
): StateDefinition<NewestRows<Row>> {
  return {
    name: `equities.newestSnapshot.${fact.name}`,
    reads: [fact],
    build: async (snapshot) => {
      const newest = `SELECT max(atSec) ${snapshot.versions(fact)}`
      const ofSnapshot = snapshot.current(fact, `atSec + ${SNAPSHOT_SEC} > (${newest})`)
      const rows = await snapshot.query<Row & { ticker: string }>(
        `SELECT * FROM (SELECT * FROM ${ofSnapshot} ORDER BY ticker, ${id}, atSec DESC LIMIT 1 BY ticker, ${id}) ORDER BY ${size} DESC, ${id}`,
      )
      return Map.groupBy(rows, ({ ticker }) => ticker)
    },
  }
}

export const newestPerps = newestSnapshot<PerpRow>(equityPerps, 'contractSlug', 'openInterest')
export const newestTokens = newestSnapshot<TokenRow>(equityTokens, 'assetSlug', 'activeMarketcap')
