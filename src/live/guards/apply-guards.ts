import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { type FactRows, type Row, timeOf } from '../model/fact-rows.ts'
import type { ReadingInput, Watch } from '../model/watch.ts'
import { type Evaluation, evaluateReadings } from './evaluate-readings.ts'
import { loadHistory } from './history.ts'
import { type Hold, placeName, qualityHolds } from './holds/facts.ts'
import { decided, listOpenHolds, type StoredHold } from './holds/stored-holds.ts'
import { listReleasedRows, loadServedRows } from './holds/stored-rows.ts'
import { listReadings, type RowsOfReading } from './readings.ts'
import type { Reading } from './rules/guard.ts'
import type { GuardSettings } from './rules/settings.ts'
import { toHolds } from './to-holds.ts'

export interface GuardOptions {
  nowSec: number
  settings: GuardSettings
  /** The amounts behind a reading, where they are known. */
  inputsOf?: (reading: Reading) => readonly ReadingInput[]
}

export interface GuardedRows {
  /** The rows given, with `held`, `carried` and released ones, and those of quality_holds. */
  rows: FactRows[]
  holds: Hold[]
  flags: Hold[]
  /** Holds of earlier runs that a reading of this one closed. */
  released: Hold[]
  heldRows: number
}

/** Checks the rows of a run before they are staged. Facts without a watch pass as they are. */
export async function applyGuards(
  snapshot: Snapshot,
  watches: readonly Watch[],
  factRows: readonly FactRows[],
  { nowSec, settings, inputsOf = () => [] }: GuardOptions,
): Promise<GuardedRows> {
  const seen = joinFacts(factRows).flatMap(({ fact, rows: given }) =>
    watches
      .filter((watch) => watch.fact.name === fact.name)
      .flatMap((watch) => listReadings(watch, given)),
  )
  for (const { reading } of seen) reading.inputs = inputsOf(reading)
  const readings = seen.map(({ reading }) => reading)
  const [open, history] = await Promise.all([
    listOpenHolds(snapshot, readings),
    loadHistory(snapshot, readings, settings),
  ])
  const evaluation = evaluateReadings(
    readings,
    { ...history, open: open.filter(({ release }) => release === 'agreement') },
    { nowSec, settings },
  )
  const found = toHolds(evaluation.evaluated)
  const confirmed = listConfirmed(open, evaluation)
  const released = confirmed.map((hold) => decided(hold, 'released', { by: 'agreement' }))
  const replaced = listReplaced(open, evaluation, found)
  const heldRows = listHeldRows(seen, evaluation)
  const rows: FactRows[] = factRows.map(({ rows: given, ...rest }) => ({
    ...rest,
    rows: given.map((row) => (heldRows.has(row) ? { ...row, quality: 'held' } : row)),
  }))
  rows.push(...(await carriedRows(snapshot, seen, evaluation)))
  rows.push(...(await releasedRows(snapshot, watches, confirmed)))
  const noted = [...found, ...released, ...replaced].map((hold) => ({ ...hold }))
  rows.push({ fact: qualityHolds, rows: noted })
  return {
    rows: joinFacts(rows),
    holds: found.filter(({ state }) => state === 'held'),
    flags: found.filter(({ state }) => state === 'flagged'),
    released,
    heldRows: heldRows.size,
  }
}

function listConfirmed(open: readonly StoredHold[], { confirmed }: Evaluation): StoredHold[] {
  const places = new Set(confirmed.map(placeName))
  return open.filter((hold) => places.has(placeName(hold)))
}

/** Holds of a timestamp that has a good reading now, which a later release would replace. */
function listReplaced(
  open: readonly StoredHold[],
  { evaluated }: Evaluation,
  found: readonly Hold[],
): Hold[] {
  const published = new Set(
    evaluated.filter(({ isHeld }) => !isHeld).map(({ reading }) => placeOf(reading)),
  )
  const caught = new Set(found.map(placeName))
  return open
    .filter((hold) => published.has(placeName(hold)) && !caught.has(placeName(hold)))
    .map((hold) => decided(hold, 'rejected', { by: 'a better reading' }))
}

function placeOf({ watch, series, atSec }: Reading): string {
  return placeName({ fact: watch.fact.name, series, atSec })
}

function listHeldRows(seen: readonly RowsOfReading[], { evaluated }: Evaluation): Set<Row> {
  const held = new Set(evaluated.filter(({ isHeld }) => isHeld).map(({ reading }) => reading))
  return new Set(seen.flatMap(({ reading, rows }) => (held.has(reading) ? rows : [])))
}

/** For every held reading the last good one at its timestamp; once for all watches of a fact. */
async function carriedRows(
  snapshot: Snapshot,
  seen: readonly RowsOfReading[],
  { evaluated }: Evaluation,
): Promise<FactRows[]> {
  const rowsOf = new Map(seen.map(({ reading, rows }) => [reading, rows]))
  const held = new Map<string, Carried>()
  for (const { reading, isHeld, served } of evaluated) {
    const place = placeOf(reading)
    if (!isHeld || served?.fromSec === undefined || held.has(place)) continue
    held.set(place, { reading, fromSec: served.fromSec, repeated: served.reading })
  }
  const carried: FactRows[] = []
  for (const [watch, own] of Map.groupBy(held.values(), ({ reading }) => reading.watch)) {
    const stored = own.filter(({ repeated }) => repeated === undefined)
    const storedRows = await loadServedRows(
      snapshot,
      watch,
      stored.map(({ reading: { series }, fromSec }) => ({ series, atSec: fromSec })),
    )
    const rows = own.flatMap(({ reading: { series, atSec }, fromSec, repeated }) => {
      const source =
        repeated === undefined ? storedRows(series, fromSec) : (rowsOf.get(repeated) ?? [])
      return source.map((row) => ({ ...row, [timeOf(watch.fact)]: atSec, quality: 'carried' }))
    })
    carried.push({ fact: watch.fact, rows })
  }
  return carried
}

/** A held reading, and where the rows come from that are served instead. */
interface Carried {
  reading: Reading
  fromSec: number
  /** The reading of this run that is repeated; undefined: its rows are in the store. */
  repeated: Reading | undefined
}

async function releasedRows(
  snapshot: Snapshot,
  watches: readonly Watch[],
  holds: readonly StoredHold[],
): Promise<FactRows[]> {
  const facts = new Map(watches.map(({ fact }) => [fact.name, fact]))
  const released: FactRows[] = []
  for (const hold of holds) {
    const fact = facts.get(hold.fact)
    if (fact !== undefined)
      released.push({ fact, rows: await listReleasedRows(snapshot, { ...hold, fact }) })
  }
  return released
}

/** One entry for each fact and way of writing it, in the order they first came. */
function joinFacts(all: readonly FactRows[]): FactRows[] {
  const joined = new Map<string, { fact: Fact; rows: Row[] }>()
  for (const { rows, ...rest } of all) {
    const { fact, onlyKnown = false } = rest
    const key = onlyKnown ? `${fact.name}, on record` : fact.name
    const known = joined.get(key)
    if (known === undefined) joined.set(key, { ...rest, rows: [...rows] })
    else for (const row of rows) known.rows.push(row)
  }
  return [...joined.values()].filter(({ rows }) => rows.length > 0)
}
