import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { float64s, uint32s } from '../../../lib/number-arrays.ts'
import type { Fact } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Dividend } from '../derive/dividends-per-share.ts'
import type { DailyCloses, NewestIntraday } from '../derive/quote.ts'
import type { Split } from '../derive/split-adjusted.ts'
import { equityBars, equityDividends, equityIntraday, equitySplits } from '../facts.ts'
import { RECENT_DAYS, SESSION_SEC } from './bars.ts'

/** Listings by country and ticker. */
export function listingKey({ ticker, country }: { ticker: string; country: string }): string {
  return `${country} ${ticker}`
}

export interface Closes extends DailyCloses {
  readonly timesSec: Uint32Array
  readonly closes: Float64Array
}

/**
 * Daily closes of the last year of every listing: the changes of sectors over every window are made
 * from them.
 */
export const closesState: StateDefinition<ReadonlyMap<string, Closes>> = {
  name: 'equities.closes',
  reads: [equityBars],
  build: buildCloses,
  update: async (known, snapshot, sinceRun) => {
    if (known.size === 0) return buildCloses(snapshot)
    const merged = new Map(known)
    for (const [key, later] of await readCloses(
      snapshot,
      sinceRun,
      lastOf(known) - RECENT_DAYS * DAY_SEC,
    )) {
      const before = known.get(key)
      merged.set(key, before === undefined ? later : withLater(before, later))
    }
    return withoutOld(merged)
  },
}

async function buildCloses(snapshot: Snapshot): Promise<Map<string, Closes>> {
  return readCloses(snapshot, 0, (await newestSec(snapshot, equityBars)) - RECENT_DAYS * DAY_SEC)
}

function lastOf(closes: ReadonlyMap<string, Closes>): number {
  return [...closes.values()].reduce(
    (latest, { timesSec }) => Math.max(latest, timesSec.at(-1) ?? 0),
    0,
  )
}

/** Drops what has grown older than the year up to the market's newest bar. */
function withoutOld(closes: Map<string, Closes>): Map<string, Closes> {
  const fromSec = lastOf(closes) - RECENT_DAYS * DAY_SEC
  for (const [key, known] of closes) {
    if ((known.timesSec[0] ?? 0) > fromSec) continue
    const kept = closesFrom(known, fromSec + 1)
    if (kept === undefined) closes.delete(key)
    else closes.set(key, kept)
  }
  return closes
}

type Row = { ticker: string; country: string; timesSec: number[]; closes: number[]; volume: number }

/** Closes among the rows of the runs after `sinceRun`, from a moment on. */
async function readCloses(
  snapshot: Snapshot,
  sinceRun: number,
  fromSec: number,
): Promise<Map<string, Closes>> {
  const rows = await snapshot.query<Row>(
    `SELECT ticker, country, groupArray(atSec) AS timesSec, groupArray(close) AS closes, argMax(volume, atSec) AS volume
     FROM (SELECT ticker, country, atSec, close, volume FROM ${snapshot.current(equityBars, 'run > {sinceRun:UInt32} AND atSec > {fromSec:UInt32}')})
     GROUP BY ticker, country`,
    { sinceRun, fromSec: Math.max(0, fromSec) },
  )
  return new Map(
    rows.map((row) => [listingKey(row), inOrder(row.timesSec, row.closes, row.volume)]),
  )
}

async function newestSec(snapshot: Snapshot, fact: Fact): Promise<number> {
  const [row] = await snapshot.query<{ newest: number }>(
    `SELECT max(atSec) AS newest ${snapshot.versions(fact)}`,
  )
  return row?.newest ?? 0
}

function inOrder(timesSec: readonly number[], closes: readonly number[], volume: number): Closes {
  const order = timesSec
    .map((_, index) => index)
    .sort((a, b) => (timesSec[a] ?? 0) - (timesSec[b] ?? 0))
  return {
    timesSec: uint32s(order.length, (index) => timesSec[order[index] ?? 0] ?? 0),
    closes: float64s(order.length, (index) => closes[order[index] ?? 0] ?? 0),
    volume,
  }
}

/** Later rows replace those of the same day and add to the others. */
function withLater(before: Closes, later: Closes): Closes {
  const byTime = new Map<number, number>()
  for (const { timesSec, closes } of [before, later])
    for (const [index, atSec] of timesSec.entries()) byTime.set(atSec, closes[index] ?? 0)
  const volume =
    (later.timesSec.at(-1) ?? 0) >= (before.timesSec.at(-1) ?? 0) ? later.volume : before.volume
  const timesSec = [...byTime.keys()].sort((a, b) => a - b)
  return inOrder(
    timesSec,
    timesSec.map((atSec) => byTime.get(atSec) ?? 0),
    volume,
  )
}

/** Closes from a moment on: earlier ones are of the company that had the ticker before. */
export function closesFrom(closes: Closes | undefined, fromSec: number | null): Closes | undefined {
  if (closes === undefined || fromSec === null) return closes
  const start = closes.timesSec.findIndex((atSec) => atSec >= fromSec)
  return start < 0
    ? undefined
    : {
        timesSec: closes.timesSec.subarray(start),
        closes: closes.closes.subarray(start),
        volume: closes.volume,
      }
}

/** The newest five-minute bars of a listing, as far as its volume of a session needs them. */
interface Session extends NewestIntraday {
  readonly bars: readonly SessionBar[]
}

interface SessionBar {
  readonly atSec: number
  readonly close: number
  readonly volume: number
}

/**
 * The newest five-minute bar of every listing that had one within some days of the market's newest.
 */
export const intradayState: StateDefinition<ReadonlyMap<string, Session>> = {
  name: 'equities.intraday',
  reads: [equityIntraday],
  build: buildSessions,
  update: async (known, snapshot, sinceRun) => {
    if (known.size === 0) return buildSessions(snapshot)
    const merged = new Map(known)
    for (const row of await readSessions(
      snapshot,
      sinceRun,
      newestOf(known) - SESSION_DAYS * DAY_SEC,
    )) {
      const before = known.get(listingKey(row))?.bars ?? []
      // Later rows replace those of the same moment.
      merged.set(
        listingKey(row),
        sessionOf([...new Map([...before, ...row.bars].map((bar) => [bar.atSec, bar])).values()]),
      )
    }
    const fromSec = newestOf(merged) - SESSION_DAYS * DAY_SEC
    return new Map([...merged].filter(([, { atSec }]) => atSec > fromSec))
  },
}

async function buildSessions(snapshot: Snapshot): Promise<Map<string, Session>> {
  const rows = await readSessions(
    snapshot,
    0,
    (await newestSec(snapshot, equityIntraday)) - SESSION_DAYS * DAY_SEC,
  )
  return new Map(rows.map((row) => [listingKey(row), sessionOf(row.bars)]))
}

function newestOf(sessions: ReadonlyMap<string, Session>): number {
  return [...sessions.values()].reduce((latest, { atSec }) => Math.max(latest, atSec), 0)
}

const SESSION_DAYS = 5

async function readSessions(
  snapshot: Snapshot,
  sinceRun: number,
  fromSec: number,
): Promise<{ ticker: string; country: string; bars: SessionBar[] }[]> {
  const rows = await snapshot.query<{
    ticker: string
    country: string
    bars: [number, number, number][]
  }>(
    `SELECT ticker, country, groupArray((atSec, close, volume)) AS gathered, max(atSec) AS lastSec,
       arrayFilter(bar -> bar.1 + ${SESSION_SEC} > lastSec, gathered) AS bars
     FROM ${snapshot.current(equityIntraday, 'run > {sinceRun:UInt32} AND atSec > {fromSec:UInt32}')} GROUP BY ticker, country`,
    { sinceRun, fromSec: Math.max(0, fromSec) },
  )
  return rows.map(({ ticker, country, bars }) => ({
    ticker,
    country,
    bars: bars.map(([atSec, close, volume]) => ({ atSec, close, volume })),
  }))
}

function sessionOf(bars: readonly SessionBar[]): Session {
  const sorted = bars.toSorted((a, b) => a.atSec - b.atSec)
  const last = sorted.at(-1) ?? { atSec: 0, close: 0, volume: 0 }
  const session = sorted.filter(({ atSec }) => atSec + SESSION_SEC > last.atSec)
  return {
    atSec: last.atSec,
    close: last.close,
    volume: session.reduce((sum, { volume }) => sum + volume, 0),
    bars: session,
  }
}

export interface CompanyActions {
  readonly splits: ReadonlyMap<string, readonly Split[]>
  readonly dividends: ReadonlyMap<string, readonly Dividend[]>
}

// Dividends of a year are summed; those of the year before tell a company that stopped from one
// that never paid.
const DIVIDEND_DAYS = 800

/** Splits of every listing, and its dividends of the last two years. */
export const actionsState: StateDefinition<CompanyActions> = {
  name: 'equities.actions',
  reads: [equitySplits, equityDividends],
  build: async (snapshot) => {
    const splits = await snapshot.query<Split & { ticker: string; country: string }>(
      `SELECT ticker, country, atSec, ratio FROM ${snapshot.current(equitySplits)} ORDER BY ticker, country, atSec`,
    )
    const newest = `SELECT max(atSec) ${snapshot.versions(equityDividends)}`
    const dividends = await snapshot.query<Dividend & { ticker: string; country: string }>(
      `SELECT ticker, country, atSec, amount FROM ${snapshot.current(equityDividends, `atSec + ${DIVIDEND_DAYS * DAY_SEC} > (${newest})`)} ORDER BY ticker, country, atSec`,
    )
    return {
      splits: Map.groupBy(splits, listingKey),
      dividends: Map.groupBy(dividends, listingKey),
    }
  },
}
