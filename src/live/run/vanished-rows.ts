import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { DECISIONS } from '../guards/decide.ts'
import type { EarlierRun } from '../receipts/receipt.ts'
import type { FactRows } from './observation-writer.ts'
import type { Period } from './periods.ts'

type Row = Record<string, unknown>

/** A stretch that may have been read before. */
export interface Rereading extends Period {
  /** Ids of the sources that are read. */
  sources: readonly string[]
  /** Runs that have read any of it. */
  earlier: readonly EarlierRun[]
  /** What a run is called in the journal. */
  nameOfRun(run: number): string | undefined
}

/** Runs whose rows a new reading of a stretch stands in for, by where in it those rows lie. */
interface Replaced {
  /** Those that ended at its moment. */
  atRuns: number[]
  /** Those that began with it. */
  fromRuns: number[]
  /** Those that read any of it: what happened within it they saw too. */
  withinRuns: number[]
}

/**
 * For every key that an earlier reading of the stretch has written and this one does not have, a
 * row that says none of it is there: rows are never deleted, so the old one would be served for
 * ever.
 */
export async function listVanished(
  snapshot: Snapshot,
  made: readonly FactRows[],
  asked: Rereading,
): Promise<FactRows[]> {
  const replaced = listReplacedRuns(asked)
  if (Object.values(replaced).every((runs) => runs.length === 0)) return []
  const found: FactRows[] = []
  for (const one of made)
    found.push({ fact: one.fact, rows: await vanishedOf(snapshot, one, { ...asked, ...replaced }) })
  return found.filter(({ rows }) => rows.length > 0)
}

/**
 * A run that also read a source which is not read now says nothing: nobody can tell which of its
 * rows were whose.
 */
function listReplacedRuns(asked: Rereading): Replaced {
  const own = asked.earlier.filter(({ sources }) =>
    sources.every((source) => asked.sources.includes(source)),
  )
  const runsWith = (isMeant: (one: EarlierRun) => boolean) =>
    own.filter(isMeant).map(({ run }) => run)
  return {
    atRuns: runsWith(({ atSec }) => atSec === asked.atSec),
    // A reading of the very moment at which the stretch begins wrote levels there, which are not
    // this one's to take back.
    fromRuns: runsWith(({ fromSec, atSec }) => fromSec === asked.fromSec && atSec > fromSec),
    withinRuns: runsWith(({ fromSec, atSec }) => fromSec < asked.atSec && atSec > asked.fromSec),
  }
}

async function vanishedOf(
  snapshot: Snapshot,
  made: FactRows,
  asked: Rereading & Replaced,
): Promise<Row[]> {
  const { fact, rows, nothing, areEvents = false } = made
  if (nothing === undefined || fact.time === undefined) return []
  const { fromSec, atSec, atRuns, fromRuns, withinRuns } = asked
  const written = areEvents ? writtenEvents(fact.time) : writtenAtEnds(fact.time)
  const params = { fromSec, atSec, atRuns, fromRuns, withinRuns }
  const served = await snapshot.query<Row & { run: number }>(
    servedSql(snapshot, fact, fact.time, written),
    params,
  )
  const identity = identityColumns(fact)
  const keyOf = (row: Row) => JSON.stringify(identity.map((column) => row[column]))
  const given = new Set(rows.map(keyOf))
  const isNothing = (row: Row) =>
    Object.entries(nothing).every(([column, value]) => row[column] === value)
  // What somebody else has written there since, such as a person's file, stands; what was held and
  // released is still the reading's own.
  const own = new Set([
    ...[...atRuns, ...(areEvents ? withinRuns : fromRuns)].map(asked.nameOfRun),
    DECISIONS,
  ])
  return served
    .filter((row) => !given.has(keyOf(row)) && !isNothing(row) && own.has(asked.nameOfRun(row.run)))
    .map(({ run: _, ...row }) => ({ ...row, ...nothing }))
}

/** SQL of the rows of levels and flows that the runs wrote. */
function writtenAtEnds(time: string): string {
  return `(${time} = {atSec:UInt32} AND run IN {atRuns:Array(UInt32)}) OR (${time} = {fromSec:UInt32} AND run IN {fromRuns:Array(UInt32)})`
}

/**
 * SQL of the events that the runs wrote: a stretch has its first second and not its last, where
 * only what came without a time lies.
 */
function writtenEvents(time: string): string {
  return `(${time} = {atSec:UInt32} AND run IN {atRuns:Array(UInt32)}) OR (${time} < {atSec:UInt32} AND run IN {withinRuns:Array(UInt32)})`
}

/** What is served under the keys that the runs wrote. */
function servedSql(snapshot: Snapshot, fact: Fact, time: string, written: string): string {
  const identity = identityColumns(fact).join(', ')
  const within = `${time} BETWEEN {fromSec:UInt32} AND {atSec:UInt32}`
  // On a cluster the keys are collected once, not on every node.
  const keys = `(${identity}) GLOBAL IN (SELECT ${identity} ${snapshot.allVersions(fact, `${within} AND (${written})`)})`
  return `SELECT ${sourceColumns(fact).join(', ')}, run FROM ${snapshot.current(fact, `${within} AND ${keys}`)} ORDER BY ${fact.order.join(', ')}`
}
