import { DAY_SEC } from '../../../lib/clock.ts'
import { identifiers, sql } from '../../../lib/sql.ts'
import type { Fact } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { NewestIntraday } from '../derive/prices/quote.ts'
import type { Bar, Close } from '../derive/prices/split-adjusted.ts'
import { equityBars, equityIntraday } from '../facts.ts'
import type { Company } from './companies.ts'

const LISTED = sql`ticker = {ticker:String} AND country = {country:String} AND atSec >= {listedFromSec:UInt32}`

/** Days of bars that windows of a year and their starts need. */
export const RECENT_DAYS = 400

/** Which columns of bars are read: a chart of closes takes half the time without the others. */
export type BarColumns<B extends Close> = readonly (keyof B & string)[]

export const WHOLE_BARS: BarColumns<Bar> = ['atSec', 'open', 'high', 'low', 'close', 'volume']
export const CLOSES: BarColumns<Close> = ['atSec', 'close']

function paramsOf({ ticker, country, listedFromSec }: Company) {
  return { ticker, country, listedFromSec: listedFromSec ?? 0 }
}

/** Bars of a range of time, both ends included, oldest first. */
export function readBars<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  columns: BarColumns<B>,
  { fact, fromSec, toSec }: { fact: Fact; fromSec: number; toSec: number },
): Promise<B[]> {
  const inRange = sql`${LISTED} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`
  return snapshot.query<B>(
    sql`SELECT ${identifiers(columns)} FROM ${snapshot.current(fact, inRange)} ORDER BY atSec`,
    { ...paramsOf(company), fromSec, toSec },
  )
}

/** Whole daily bars, oldest first. */
export function readDailyBars(
  snapshot: Snapshot,
  company: Company,
  fromSec: number,
  toSec: number,
): Promise<Bar[]> {
  return readBars(snapshot, company, WHOLE_BARS, { fact: equityBars, fromSec, toSec })
}

/** The last bars of a listing, oldest first. */
async function readLastBars<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  columns: BarColumns<B>,
  { fact, count }: { fact: Fact; count: number },
): Promise<B[]> {
  const bars = await snapshot.query<B>(
    sql`SELECT ${identifiers(columns)} FROM ${snapshot.current(fact, LISTED)} ORDER BY atSec DESC LIMIT ${count}`,
    paramsOf(company),
  )
  return bars.reverse()
}

/** Daily bars of the year up to the newest one, oldest first. */
export async function readRecentBars<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  columns: BarColumns<B>,
): Promise<B[]> {
  const wanted = { fact: equityBars, count: RECENT_DAYS }
  return upToNewest(await readLastBars(snapshot, company, columns, wanted), RECENT_DAYS * DAY_SEC)
}

// A session and its extended hours fit in; the session before does not.
export const SESSION_SEC = DAY_SEC / 2
// A session and its extended hours in steps of five minutes, with some room.
const SESSION_BARS = 200

export async function findNewestIntraday(
  snapshot: Snapshot,
  company: Company,
): Promise<NewestIntraday | undefined> {
  const wanted = { fact: equityIntraday, count: SESSION_BARS }
  const bars = await readLastBars(snapshot, company, WHOLE_BARS, wanted)
  const newest = bars.at(-1)
  if (newest === undefined) return undefined
  const volume = upToNewest(bars, SESSION_SEC).reduce((sum, bar) => sum + bar.volume, 0)
  return { atSec: newest.atSec, close: newest.close, volume }
}

/** The bars of a period that ends with the newest of them. */
function upToNewest<B extends Close>(bars: readonly B[], periodSec: number): B[] {
  const newest = bars.at(-1)
  return newest === undefined ? [] : bars.filter(({ atSec }) => atSec + periodSec > newest.atSec)
}
