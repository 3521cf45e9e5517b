import type { StateDefinition, States } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { float64s, uint32s } from '../../../lib/number-arrays.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import {
  type Closes,
  type Company,
  companiesState,
  equityBars,
  listingKey,
} from '../../equities/public.ts'
import { describedState } from './institutions.ts'
import { findListing } from './listing.ts'
import { NO_PAST, type Past, pastAfter } from './past.ts'

export interface ListedCloses extends Closes {
  readonly past: Past
}

/** Daily closes, as traded, of every listing of an institution; later runs are added day by day. */
export const closesState: StateDefinition<ReadonlyMap<string, ListedCloses>> = {
  name: 'dat.closes',
  reads: [...describedState.reads, ...companiesState.reads, equityBars],
  build: (snapshot, states) => bringUpToDate(new Map(), snapshot, 0, states),
  update: (known, snapshot, sinceRun, states) => bringUpToDate(known, snapshot, sinceRun, states),
}

const NO_CLOSES: ListedCloses = {
  timesSec: new Uint32Array(0),
  closes: new Float64Array(0),
  volume: 0,
  past: NO_PAST,
}

async function bringUpToDate(
  known: ReadonlyMap<string, ListedCloses>,
  snapshot: Snapshot,
  sinceRun: number,
  states: States,
): Promise<ReadonlyMap<string, ListedCloses>> {
  const [all, companies] = await Promise.all([
    states.get(describedState, snapshot),
    states.get(companiesState, snapshot),
  ])
  const listings = all.flatMap((institution) => findListing(companies, institution) ?? [])
  const isKnown = (listing: Company) => known.has(listingKey(listing))
  const [later, whole] = await Promise.all([
    readCloses(snapshot, listings.filter(isKnown), sinceRun),
    readCloses(
      snapshot,
      listings.filter((listing) => !isKnown(listing)),
      0,
    ),
  ])
  return new Map(
    listings.map((listing) => {
      const key = listingKey(listing)
      const added = later.get(key) ?? whole.get(key)
      const before = known.get(key) ?? NO_CLOSES
      return [key, added === undefined ? before : withLater(before, added)]
    }),
  )
}

async function readCloses(
  snapshot: Snapshot,
  listings: readonly Company[],
  sinceRun: number,
): Promise<Map<string, Closes>> {
  if (listings.length === 0) return new Map()
  // Tickers alone pick the rows of the key; one of another country is passed over by its key.
  const rows = await snapshot.query<{
    ticker: string
    country: string
    bars: [number, number][]
    volume: number
  }>(
    `SELECT ticker, country, arraySort(groupArray((atSec, close))) AS bars, argMax(volume, atSec) AS volume
     FROM ${snapshot.current(equityBars, 'ticker IN {tickers:Array(String)} AND run > {sinceRun:UInt32}')} GROUP BY ticker, country`,
    { tickers: [...new Set(listings.map(({ ticker }) => ticker))], sinceRun },
  )
  return new Map(
    rows.map((row) => [
      listingKey(row),
      {
        timesSec: uint32s(row.bars.length, (index) => row.bars[index]?.[0] ?? 0),
        closes: float64s(row.bars.length, (index) => row.bars[index]?.[1] ?? 0),
        volume: row.volume,
      },
    ]),
  )
}

/** Later rows replace those of the same day and add to the others. */
function withLater(before: ListedCloses, later: Closes): ListedCloses {
  const firstSec = later.timesSec[0] ?? 0
  const newestSec = Math.max(later.timesSec.at(-1) ?? 0, before.timesSec.at(-1) ?? 0)
  // Mostly the last day is added or replaced: all before the first later row stays as it is.
  const kept = before.timesSec.findLastIndex((atSec) => atSec < firstSec) + 1
  const byTime = new Map<number, number>()
  for (let index = kept; index < before.timesSec.length; index++)
    byTime.set(before.timesSec[index] ?? 0, before.closes[index] ?? 0)
  for (const [index, atSec] of later.timesSec.entries()) byTime.set(atSec, later.closes[index] ?? 0)
  const sorted = [...byTime].sort(([a], [b]) => a - b)
  const timesSec = new Uint32Array(kept + sorted.length)
  const closes = new Float64Array(kept + sorted.length)
  timesSec.set(before.timesSec.subarray(0, kept))
  closes.set(before.closes.subarray(0, kept))
  sorted.forEach(([atSec, close], index) => {
    timesSec[kept + index] = atSec
    closes[kept + index] = close
  })
  const volume = (later.timesSec.at(-1) ?? 0) === newestSec ? later.volume : before.volume
  return {
    timesSec,
    closes,
    volume,
    past: pastAfter(before.past, firstSec / DAY_SEC, newestSec / DAY_SEC),
  }
}
