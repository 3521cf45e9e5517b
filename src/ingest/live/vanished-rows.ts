import { type Fact, identityColumns, sourceColumns } from '../../store/fact.ts'
import { current, type Snapshot } from '../../store/store.ts'
import { tableOf } from '../../store/tables.ts'
import { DECISIONS } from '../guards/decide.ts'
import { type EarlierRun, listEarlierRuns } from '../receipts/receipt.ts'
import type { FactRows } from './observation-writer.ts'
import type { Period } from './periods.ts'

type Row = Record<string, unknown>

/** A stretch that may have been read before. */
export interface Rereading extends Period {
  /** Ids of the sources that are read. */
  sources: readonly string[]
  /** What a run is called in the journal. */
  nameOfRun(run: number): string | undefined
}

/** Runs whose rows a new reading of the same stretch stands in for: those that ended at its moment, and those that began with it. */
interface Replaced {
  atRuns: number[]
  fromRuns: number[]
}

/**
 * For every key that an earlier reading of the stretch has written and this one does not have, a row that says none of it is there: rows
 * are never deleted, so the old one would be served for ever.
 */
export async function listVanished(snapshot: Snapshot, made: readonly FactRows[], asked: Rereading): Promise<FactRows[]> {
  const replaced = listReplacedRuns(await listEarlierRuns(snapshot, asked.sources, asked), asked)
  if (replaced.atRuns.length + replaced.fromRuns.length === 0) return []
  const found: FactRows[] = []
  for (const one of made) found.push({ fact: one.fact, rows: await vanishedOf(snapshot, one, { ...asked, ...replaced }) })
  return found.filter(({ rows }) => rows.length > 0)
}

/** A run that also read a source which is not read now says nothing: nobody can tell which of its rows were whose. */
function listReplacedRuns(earlier: readonly EarlierRun[], asked: Rereading): Replaced {
  const own = earlier.filter(({ sources }) => sources.every((source) => asked.sources.includes(source)))
  return {
    atRuns: own.filter(({ atSec }) => atSec === asked.atSec).map(({ run }) => run),
    // A reading of the very moment at which the stretch begins wrote levels there, which are not this one's to take back.
    fromRuns: own.filter(({ fromSec, atSec }) => fromSec === asked.fromSec && atSec > fromSec).map(({ run }) => run),
  }
}

async function vanishedOf(snapshot: Snapshot, { fact, rows, nothing }: FactRows, asked: Rereading & Replaced): Promise<Row[]> {
  if (nothing === undefined || fact.time === undefined) return []
  const { fromSec, atSec, atRuns, fromRuns } = asked
  const served = await snapshot.query<Row & { run: number }>(servedSql(fact, fact.time), { fromSec, atSec, atRuns, fromRuns })
  const identity = identityColumns(fact)
  const keyOf = (row: Row) => JSON.stringify(identity.map((column) => row[column]))
  const given = new Set(rows.map(keyOf))
  const isNothing = (row: Row) => Object.entries(nothing).every(([column, value]) => row[column] === value)
  // What somebody else has written there since, such as a person's file, stands; what was held and released is still the reading's own.
  const own = new Set([...[...atRuns, ...fromRuns].map(asked.nameOfRun), DECISIONS])
  return served
    .filter((row) => !given.has(keyOf(row)) && !isNothing(row) && own.has(asked.nameOfRun(row.run)))
    .map(({ run: _, ...row }) => ({ ...row, ...nothing }))
}

/** What is served under the keys that the runs wrote. */
function servedSql(fact: Fact, time: string): string {
  const identity = identityColumns(fact).join(', ')
  const written = `(${time} = {atSec:UInt32} AND run IN {atRuns:Array(UInt32)}) OR (${time} = {fromSec:UInt32} AND run IN {fromRuns:Array(UInt32)})`
  // On a cluster the keys are collected once, not on every node.
  const keys = `(${identity}) GLOBAL IN (SELECT ${identity} FROM ${tableOf(fact)} WHERE (${written}) AND run <= {snapshotRun:UInt32})`
  return `SELECT ${sourceColumns(fact).join(', ')}, run FROM ${current(fact, keys)}`
}
