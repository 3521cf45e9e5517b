import { DAY_SEC } from '../../../lib/clock.ts'
import type { Fact } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { newestInOrder } from '../derive/newest-in-order.ts'
import type { NewestIntraday } from '../derive/quote.ts'
import type { Bar, Close } from '../derive/split-adjusted.ts'
import { equityBars, equityIntraday } from '../facts.ts'
import type { Company } from './companies.ts'

const LISTED =
  'ticker = {ticker:String} AND country = {country:String} AND atSec >= {listedFromSec:UInt32}'

/** Days of bars that windows of a year and their starts need. */
export const RECENT_DAYS = 400

function ofCompany({ ticker, country, listedFromSec }: Company) {
  return { ticker, country, listedFromSec: listedFromSec ?? 0 }
}

type BarColumns = { [N in keyof Bar]: number[] } & { run: number[] } & Record<string, unknown[]>

/** What is read of bars: a chart of closes takes half the time without the rest. */
export interface BarForm<B extends Close> {
  readonly columns: string
  rowAt(columns: BarColumns, place: number): B
}

export const WHOLE_BARS: BarForm<Bar> = {
  columns: 'atSec, open, high, low, close, volume',
  rowAt: ({ atSec, open, high, low, close, volume }, place) => ({
    atSec: atSec[place] ?? 0,
    open: open[place] ?? 0,
    high: high[place] ?? 0,
    low: low[place] ?? 0,
    close: close[place] ?? 0,
    volume: volume[place] ?? 0,
  }),
}

export const CLOSES: BarForm<Close> = {
  columns: 'atSec, close',
  rowAt: ({ atSec, close }, place) => ({ atSec: atSec[place] ?? 0, close: close[place] ?? 0 }),
}

/**
 * Which bars are read: of a fact, by a condition with its parameters, and how the statement ends.
 */
interface Wanted {
  readonly fact: Fact
  readonly where?: string
  readonly params?: Record<string, number>
  readonly end?: string
}

/**
 * Bars in order of time: all versions are read, and of each moment the newest is picked outside the
 * engine, which is quicker.
 */
async function readBars<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  form: BarForm<B>,
  wanted: Wanted,
): Promise<B[]> {
  const { fact, where = '', params = {}, end = '' } = wanted
  const columns = await snapshot.columns<BarColumns>(
    `SELECT ${form.columns}, run ${snapshot.versions(fact, `${LISTED}${where}`)} ${end}`,
    {
      ...ofCompany(company),
      ...params,
    },
  )
  return newestInOrder(columns.atSec, columns.run).map((place) => form.rowAt(columns, place))
}

const IN_RANGE = ' AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}'

interface Stretch {
  readonly fromSec: number
  readonly toSec: number
}

/** Reads the bars of a fact in a stretch of time, oldest first. */
const readerOf =
  (fact: Fact) =>
  <B extends Close>(
    snapshot: Snapshot,
    company: Company,
    form: BarForm<B>,
    { fromSec, toSec }: Stretch,
  ): Promise<B[]> =>
    readBars(snapshot, company, form, { fact, where: IN_RANGE, params: { fromSec, toSec } })

export const readDaily = readerOf(equityBars)
export const readIntraday = readerOf(equityIntraday)

/** Whole daily bars. */
export function readDailyBars(
  snapshot: Snapshot,
  company: Company,
  fromSec: number,
  toSec: number,
): Promise<Bar[]> {
  return readDaily(snapshot, company, WHOLE_BARS, { fromSec, toSec })
}

// A session and its extended hours in steps of five minutes, with some room.
const SESSION_BARS = 200

/**
 * The last bars of a listing, in order of time; the table is read backwards and only as far as it
 * takes.
 */
function readLastBars<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  form: BarForm<B>,
  { fact, count }: { fact: Fact; count: number },
): Promise<B[]> {
  const backwards = `ORDER BY ticker DESC, country DESC, atSec DESC, run DESC LIMIT 1 BY atSec LIMIT ${count}`
  return readBars(snapshot, company, form, { fact, end: backwards })
}

/** Daily bars of the year up to the newest one, oldest first. */
export async function readRecentBars<B extends Close>(
  snapshot: Snapshot,
  company: Company,
  form: BarForm<B>,
): Promise<B[]> {
  const bars = await readLastBars(snapshot, company, form, { fact: equityBars, count: RECENT_DAYS })
  const newestSec = bars.at(-1)?.atSec ?? 0
  return bars.filter(({ atSec }) => atSec + RECENT_DAYS * DAY_SEC > newestSec)
}

// A session and its extended hours fit in; the session before does not.
export const SESSION_SEC = DAY_SEC / 2

export async function readNewestIntraday(
  snapshot: Snapshot,
  company: Company,
): Promise<NewestIntraday | undefined> {
  const bars = await readLastBars(snapshot, company, WHOLE_BARS, {
    fact: equityIntraday,
    count: SESSION_BARS,
  })
  const newest = bars.at(-1)
  if (newest === undefined) return undefined
  const session = bars.filter(({ atSec }) => atSec + SESSION_SEC > newest.atSec)
  return {
    atSec: newest.atSec,
    close: newest.close,
    volume: session.reduce((sum, { volume }) => sum + volume, 0),
  }
}
