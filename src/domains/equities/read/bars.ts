import { DAY_SEC } from '../../../lib/clock.ts'
import type { Fact } from '../../../store/fact.ts'
import { type Snapshot, visibleVersions } from '../../../store/store.ts'
import { newestInOrder } from '../derive/newest-in-order.ts'
import type { NewestIntraday } from '../derive/quote.ts'
import type { Bar } from '../derive/split-adjusted.ts'
import { equityBars, equityIntraday } from '../facts.ts'
import type { Company } from './companies.ts'

const LISTED = 'ticker = {ticker:String} AND country = {country:String} AND atSec >= {listedFromSec:UInt32}'

/** Days of bars that windows of a year and their starts need. */
export const RECENT_DAYS = 400

function ofCompany({ ticker, country, listedFromSec }: Company) {
  return { ticker, country, listedFromSec: listedFromSec ?? 0 }
}

type BarColumns = { [N in keyof Bar]: number[] } & { run: number[] } & Record<string, unknown[]>

/** Bars in order of time: all versions are read, and of each moment the newest is picked outside the engine, which is quicker. */
async function readBars(
  snapshot: Snapshot,
  fact: Fact,
  company: Company,
  where: string,
  params: Record<string, number>,
  end = '',
): Promise<Bar[]> {
  const columns = await snapshot.columns<BarColumns>(
    `SELECT atSec, open, high, low, close, volume, run ${visibleVersions(fact, `${LISTED}${where}`)} ${end}`,
    { ...ofCompany(company), ...params },
  )
  const at = (column: number[], index: number) => column[index] ?? 0
  return newestInOrder(columns.atSec, columns.run).map((index) => ({
    atSec: at(columns.atSec, index),
    open: at(columns.open, index),
    high: at(columns.high, index),
    low: at(columns.low, index),
    close: at(columns.close, index),
    volume: at(columns.volume, index),
  }))
}

const IN_RANGE = ' AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}'

/** Daily bars of a stretch of time, oldest first. */
export function readDailyBars(snapshot: Snapshot, company: Company, fromSec: number, toSec: number): Promise<Bar[]> {
  return readBars(snapshot, equityBars, company, IN_RANGE, { fromSec, toSec })
}

export function readIntradayBars(snapshot: Snapshot, company: Company, fromSec: number, toSec: number): Promise<Bar[]> {
  return readBars(snapshot, equityIntraday, company, IN_RANGE, { fromSec, toSec })
}

// A session and its extended hours in steps of five minutes, with some room.
const SESSION_BARS = 200

/** The last bars of a listing, in order of time; the table is read backwards and only as far as it takes. */
function readLastBars(snapshot: Snapshot, fact: Fact, company: Company, count: number): Promise<Bar[]> {
  const backwards = `ORDER BY ticker DESC, country DESC, atSec DESC, run DESC LIMIT 1 BY atSec LIMIT ${count}`
  return readBars(snapshot, fact, company, '', {}, backwards)
}

/** Daily bars of the year up to the newest one, oldest first. */
export async function readRecentBars(snapshot: Snapshot, company: Company): Promise<Bar[]> {
  const bars = await readLastBars(snapshot, equityBars, company, RECENT_DAYS)
  const newestSec = bars.at(-1)?.atSec ?? 0
  return bars.filter(({ atSec }) => atSec + RECENT_DAYS * DAY_SEC > newestSec)
}

// A session and its extended hours fit in; the session before does not.
export const SESSION_SEC = DAY_SEC / 2

export async function readNewestIntraday(snapshot: Snapshot, company: Company): Promise<NewestIntraday | undefined> {
  const bars = await readLastBars(snapshot, equityIntraday, company, SESSION_BARS)
  const newest = bars.at(-1)
  if (newest === undefined) return undefined
  const session = bars.filter(({ atSec }) => atSec + SESSION_SEC > newest.atSec)
  return { atSec: newest.atSec, close: newest.close, volume: session.reduce((sum, { volume }) => sum + volume, 0) }
}
