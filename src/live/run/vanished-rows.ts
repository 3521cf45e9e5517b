import { identifier, identifiers, type Sql, sql } from '../../lib/sql.ts'
import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { DECISION_SOURCE } from '../guards/holds/decide-holds.ts'
import { type Hold, placeName } from '../guards/holds/facts.ts'
import { type FactRows, type Row, rowKey, timeOf } from '../model/fact-rows.ts'
import type { Period } from '../model/periods.ts'
import { seriesOf, type Watch } from '../model/watch.ts'
import type { EarlierRun } from '../receipts/receipt.ts'

/** A period that may have been read before. */
export interface Rereading extends Period {
  /** Ids of the sources that are read. */
  sources: readonly string[]
  /** Runs that have read any of it. */
  earlier: readonly EarlierRun[]
  /** What runs are called in the journal, in the order given. */
  namesOfRuns(runs: readonly number[]): Promise<(string | undefined)[]>
}

/** Runs that a new reading of a period replaces. */
interface ReplacedRuns {
  /** Those that ended at its timestamp. */
  atRuns: number[]
  /** Those that began with it. */
  fromRuns: number[]
  /** Those that read any of it: what happened within it they saw too. */
  withinRuns: number[]
}

/** For every key of an earlier reading that is missing now, a row with the values of `nothing`. */
export async function listVanished(
  snapshot: Snapshot,
  made: readonly FactRows[],
  rereading: Rereading,
): Promise<FactRows[]> {
  const replaced = listReplacedRuns(rereading)
  if (Object.values(replaced).every((runs) => runs.length === 0)) return []
  const found: FactRows[] = []
  for (const one of made) {
    const rows = await vanishedOf(snapshot, one, { ...rereading, ...replaced })
    if (rows.length > 0) found.push({ fact: one.fact, rows })
  }
  return found
}

/** Rows do not name their source, so a run with a source that is not read now is left alone. */
function listReplacedRuns({ fromSec, atSec, sources, earlier }: Rereading): ReplacedRuns {
  const own = earlier.filter((run) => run.sources.every((source) => sources.includes(source)))
  const runsWith = (isReplaced: (run: EarlierRun) => boolean) =>
    own.filter(isReplaced).map(({ run }) => run)
  return {
    atRuns: runsWith((run) => run.atSec === atSec),
    // A reading of the very time at which the period begins wrote levels, not flows.
    fromRuns: runsWith((run) => run.fromSec === fromSec && run.atSec > run.fromSec),
    withinRuns: runsWith((run) => run.fromSec < atSec && run.atSec > fromSec),
  }
}

async function vanishedOf(
  snapshot: Snapshot,
  made: FactRows,
  rereading: Rereading & ReplacedRuns,
): Promise<Row[]> {
  const { fact, rows, nothing, areEvents = false } = made
  if (nothing === undefined || fact.time === undefined) return []
  const { fromSec, atSec, atRuns, fromRuns, withinRuns, namesOfRuns } = rereading
  const written = writtenSql(fact.time, areEvents)
  const served = await snapshot.query<Row & { run: number }>(
    servedSql(snapshot, fact, fact.time, written),
    { fromSec, atSec, atRuns, fromRuns, withinRuns },
  )
  const keyOf = rowKey(fact)
  const given = new Set(rows.map(keyOf))
  const isNothing = (row: Row) =>
    Object.entries(nothing).every(([column, value]) => row[column] === value)
  // What another source or a person has written since stands; released holds are still its own.
  const replacedRuns = [...atRuns, ...(areEvents ? withinRuns : fromRuns)]
  const own = new Set([...(await namesOfRuns(replacedRuns)), DECISION_SOURCE])
  const missing = served.filter((row) => !given.has(keyOf(row)) && !isNothing(row))
  const names = await namesOfRuns(missing.map(({ run }) => run))
  return missing
    .filter((_, index) => own.has(names[index]))
    .map(({ run: _, ...row }) => ({ ...row, ...nothing }))
}

/** The rows that the runs wrote: levels and flows, or events, at the end only those without a time. */
function writtenSql(time: string, areEvents: boolean): Sql {
  const before = areEvents
    ? sql`${identifier(time)} < {atSec:UInt32} AND run IN {withinRuns:Array(UInt32)}`
    : sql`${identifier(time)} = {fromSec:UInt32} AND run IN {fromRuns:Array(UInt32)}`
  return sql`(${identifier(time)} = {atSec:UInt32} AND run IN {atRuns:Array(UInt32)}) OR (${before})`
}

/** What is served under the keys that the runs wrote. */
function servedSql(snapshot: Snapshot, fact: Fact, time: string, written: Sql): Sql {
  const identity = identifiers(identityColumns(fact))
  const within = sql`${identifier(time)} BETWEEN {fromSec:UInt32} AND {atSec:UInt32}`
  // On a cluster the keys are collected once, not on every node.
  const keys = sql`(${identity}) GLOBAL IN (SELECT ${identity} ${snapshot.allVersions(fact, sql`${within} AND (${written})`)})`
  return sql`SELECT ${identifiers(sourceColumns(fact))}, run FROM ${snapshot.current(fact, sql`${within} AND ${keys}`)} ORDER BY ${identifiers(fact.order)}`
}

/** Splits what has vanished into parts of readings that have other rows, and whole readings. */
export function splitVanished(
  vanished: readonly FactRows[],
  made: readonly FactRows[],
  watches: readonly Watch[],
): { readings: FactRows[]; parts: FactRows[] } {
  const seen = new Set(
    made.flatMap(({ fact, rows }) => rows.flatMap((row) => placesOf(fact.name, row, watches))),
  )
  const isPart = (fact: string, row: Row) =>
    placesOf(fact, row, watches).every((place) => seen.has(place))
  const pick = (wanted: boolean) =>
    vanished.map(({ fact, rows }) => ({
      fact,
      rows: rows.filter((row) => isPart(fact.name, row) === wanted),
    }))
  return { readings: pick(false), parts: pick(true) }
}

/** What vanished from a reading that is held is held with it. */
export function holdWithReadings(
  parts: readonly FactRows[],
  holds: readonly Hold[],
  watches: readonly Watch[],
): FactRows[] {
  const held = new Set(holds.map(placeName))
  return parts.map(({ fact, rows }) => ({
    fact,
    rows: rows.map((row) =>
      placesOf(fact.name, row, watches).some((place) => held.has(place))
        ? { ...row, quality: 'held' }
        : row,
    ),
  }))
}

/** The readings that a row belongs to, one for each watch of its fact. */
function placesOf(fact: string, row: Row, watches: readonly Watch[]): string[] {
  return watches
    .filter((watch) => watch.fact.name === fact)
    .map((watch) =>
      placeName({ fact, series: seriesOf(watch, row), atSec: Number(row[timeOf(watch.fact)]) }),
    )
}
