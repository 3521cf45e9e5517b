import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { type Holding, holdingsOf } from '../derive/holdings.ts'
import { countedTransactions } from '../derive/transactions.ts'
import { rankByValue, type TreasuryTotals, treasuryTotals } from '../derive/treasury-values.ts'
import { type Asset, assetsState } from './assets.ts'
import { type Institution, institutionsState } from './institutions.ts'

type Reading = Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>

/** An institution with what it holds. */
export interface Treasury extends TreasuryTotals {
  readonly id: number
  readonly institution: Institution
  /** Of every asset it ever held. */
  readonly holdings: readonly Holding[]
}

export interface Treasuries {
  readonly today: number
  /** By value, the largest first. */
  readonly ranked: readonly Treasury[]
  readonly assets: ReadonlyMap<string, Asset>
  get(symbol: string): Treasury
}

export async function readTreasuries({ snapshot, states, nowSec }: Reading): Promise<Treasuries> {
  const [institutions, assets] = await Promise.all([
    states.get(institutionsState, snapshot),
    states.get(assetsState, snapshot),
  ])
  const today = Math.floor(nowSec / DAY_SEC)
  const treasuries = institutions.all.map((institution): Treasury => {
    const holdings = holdingsToday(institution, today)
    return {
      id: institution.id,
      institution,
      holdings,
      ...treasuryTotals(holdings, (asset) => assets.get(asset), today),
    }
  })
  const byId = new Map(treasuries.map((treasury) => [treasury.id, treasury]))
  return {
    today,
    ranked: rankByValue(treasuries),
    assets,
    get: (symbol) => byId.get(institutions.get(symbol).id) as Treasury,
  }
}

/** Holdings without what has not taken effect yet, which is rare: else all are already known. */
function holdingsToday({ approved, holdings }: Institution, today: number): readonly Holding[] {
  return approved.some(({ day }) => day > today)
    ? holdingsOf(countedTransactions(approved, today))
    : holdings
}

/** When figures last changed: the newest price of an asset, or the newest recorded transaction. */
export function lastUpdated(
  treasuries: readonly Treasury[],
  assets: ReadonlyMap<string, Asset>,
): string | null {
  let newestMs = 0
  const dealtIn = new Set<string>()
  for (const { institution } of treasuries) {
    newestMs = Math.max(newestMs, institution.recordedMs)
    for (const asset of institution.dealtIn) dealtIn.add(asset)
  }
  for (const { asset, newestSec } of assets.values())
    if (dealtIn.has(asset)) newestMs = Math.max(newestMs, newestSec * 1000)
  return newestMs === 0 ? null : new Date(newestMs).toISOString()
}
