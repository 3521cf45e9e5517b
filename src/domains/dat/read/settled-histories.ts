import type { StateDefinition, States } from '../../../cache/states.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import {
  actionsState,
  closesFrom,
  companiesState,
  listingKey,
  type Split,
  splitFactor,
} from '../../equities/public.ts'
import { historyRows } from '../derive/history-rows.ts'
import { marketHistory } from '../derive/market-history.ts'
import { inTodaysShares } from '../derive/share-counts.ts'
import { treasuryValues } from '../derive/treasury-values.ts'
import { usdCloses } from '../derive/usd-closes.ts'
import { assetsState } from './assets.ts'
import { closesState } from './closes.ts'
import { type Institution, institutionsState } from './institutions.ts'
import { findListing, ratesState } from './listing.ts'

/** The mNAV history of an institution before a day, written out. */
export interface SettledHistory {
  readonly untilDay: number
  readonly bytes: Buffer
  /** What it was made from; it is made again when one of these is another. */
  readonly madeFrom: readonly unknown[]
}

/**
 * mNAV histories up to the last days, as the bytes of the answer: they are nearly all of the list,
 * and new prices change only its last rows. Ratios do not depend on which day's shares are counted
 * in, so they hold whatever "now" is.
 */
export const settledHistoriesState: StateDefinition<ReadonlyMap<number, SettledHistory>> = {
  name: 'dat.settledHistories',
  reads: [...assetsState.reads, ...closesState.reads, ...actionsState.reads, ...ratesState.reads],
  build: (snapshot, states) => bringUpToDate(new Map(), snapshot, states),
  update: (known, snapshot, _, states) => bringUpToDate(known, snapshot, states),
}

const NO_SPLITS: readonly Split[] = []

async function bringUpToDate(
  known: ReadonlyMap<number, SettledHistory>,
  snapshot: Snapshot,
  states: States,
): Promise<Map<number, SettledHistory>> {
  const [{ all }, assets, companies, listed, actions, rates] = await Promise.all([
    states.get(institutionsState, snapshot),
    states.get(assetsState, snapshot),
    states.get(companiesState, snapshot),
    states.get(closesState, snapshot),
    states.get(actionsState, snapshot),
    states.get(ratesState, snapshot),
  ])
  const settle = (institution: Institution): SettledHistory | undefined => {
    const listing = findListing(companies, institution)
    const closes = listing === undefined ? undefined : listed.get(listingKey(listing))
    if (listing === undefined || closes === undefined || closes.timesSec.length === 0)
      return undefined
    const splits = actions.splits.get(listingKey(listing)) ?? NO_SPLITS
    const rate = rates.get(listing.currency ?? '')
    const pasts = [closes.past, ...institution.holdings.map(({ asset }) => assets.get(asset)?.past)]
    const madeFrom = [institution, listing.listedFromSec, splits, rate, ...pasts]
    const before = known.get(institution.id)
    if (before !== undefined && isSame(before.madeFrom, madeFrom)) return before
    const untilDay = Math.min(...pasts.map((past) => past?.untilDay ?? 0))
    const factorSince = (atSec: number) => splitFactor(splits, atSec, LATEST_UNIX_SEC)
    const traded = closesFrom(closes, listing.listedFromSec)
    const values = treasuryValues(institution.holdings, (asset) => assets.get(asset), untilDay - 1)
    if (traded === undefined) return undefined
    const usd = usdCloses(traded, rate ?? [], splits.length === 0 ? null : factorSince)
    return {
      untilDay,
      madeFrom,
      bytes: Buffer.from(
        historyRows(
          marketHistory(usd, inTodaysShares(institution.shares, factorSince), values, untilDay - 1),
        ),
      ),
    }
  }
  return new Map(
    all.flatMap((institution): [number, SettledHistory][] => {
      const settled = settle(institution)
      return settled === undefined ? [] : [[institution.id, settled]]
    }),
  )
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index])
}
