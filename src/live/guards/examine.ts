import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { FactRows } from '../run/observation-writer.ts'
import { qualityHolds } from './facts.ts'
import type { Reading } from './guard.ts'
import { loadHistory } from './history.ts'
import { type Hold, listHolds } from './hold.ts'
import { type Judged, type Judgement, judge } from './judge.ts'
import type { GuardMemory } from './memory.ts'
import { decided, pickOpenHolds, type StoredHold } from './open-holds.ts'
import { listReadings, type ReadingInputs, type RowsOfReading } from './readings.ts'
import type { GuardSettings } from './settings.ts'
import { listReleasedRows, loadServedRows, type Row } from './stored-rows.ts'
import type { Watch } from './watch.ts'

export interface ExamineOptions {
  nowSec: number
  settings: GuardSettings
  memory: GuardMemory
  /** What is known of the prices behind readings. */
  inputs?: readonly ReadingInputs[]
}

export interface Examined {
  /**
   * What to stage: the rows given, those that were caught with the quality `held`; what is served
   * in their place, `carried`; held rows of earlier runs that are published now; and the rows of
   * quality_holds.
   */
  rows: FactRows[]
  holds: Hold[]
  flags: Hold[]
  /** Holds of earlier runs that a reading of this one closed. */
  released: Hold[]
  heldRows: number
}

/**
 * Looks at the rows of a run before they are staged. Rows of facts that nobody watches pass as they
 * are.
 */
export async function examine(
  snapshot: Snapshot,
  watches: readonly Watch[],
  factRows: readonly FactRows[],
  options: ExamineOptions,
): Promise<Examined> {
  const seen = joinFacts(factRows).flatMap(({ fact, rows: given }) =>
    watches
      .filter((watch) => watch.fact.name === fact.name)
      .flatMap((watch) => listReadings(watch, given)),
  )
  const readings = withInputs(seen, options.inputs ?? [])
  const open = pickOpenHolds(await options.memory.openHolds(snapshot), readings)
  const history = await loadHistory(snapshot, readings, options)
  const judgement = judge(
    readings,
    { ...history, open: open.filter(({ release }) => release === 'agreement') },
    options,
  )
  const found = listHolds(judgement.judged)
  const released = listReleased(open, judgement)
  const replaced = listReplaced(open, judgement, found)
  const heldRows = markHeld(seen, judgement)
  const facts = new Map(watches.map(({ fact }) => [fact.name, fact]))
  const rows: FactRows[] = factRows.map(({ rows: given, ...rest }) => ({
    ...rest,
    rows: given.map((row) => (heldRows.has(row) ? { ...row, quality: 'held' } : row)),
  }))
  rows.push(...(await carriedRows(snapshot, seen, judgement)))
  for (const hold of released) {
    const fact = facts.get(hold.fact)
    if (fact !== undefined)
      rows.push({
        fact,
        rows: await listReleasedRows(snapshot, { ...hold, fact }, hold.heldRun ?? 0),
      })
  }
  rows.push({
    fact: qualityHolds,
    rows: [...found, ...released, ...replaced].map((hold) => ({ ...hold })),
  })
  return {
    rows: joinFacts(rows),
    holds: found.filter(({ state }) => state === 'held'),
    flags: found.filter(({ state }) => state === 'flagged'),
    released,
    heldRows: heldRows.size,
  }
}

function listReleased(open: readonly StoredHold[], { confirmed }: Judgement): Hold[] {
  const names = new Set(confirmed.map(placeName))
  return open
    .filter((hold) => names.has(placeName(hold)))
    .map((hold) => decided(hold, 'released', 'agreement'))
}

/**
 * Holds of a moment that now has a good reading: releasing them later would put the wrong one in
 * its place.
 */
function listReplaced(
  open: readonly StoredHold[],
  { judged }: Judgement,
  found: readonly Hold[],
): Hold[] {
  const published = judged.filter(({ isHeld }) => !isHeld)
  const names = new Set(
    published.map(({ reading }) => placeName({ ...reading, fact: reading.watch.fact.name })),
  )
  const told = new Set(found.map(placeName))
  return open
    .filter((hold) => names.has(placeName(hold)) && !told.has(placeName(hold)))
    .map((hold) => decided(hold, 'rejected', 'a better reading'))
}

function placeName({
  fact,
  series,
  atSec,
}: {
  fact: string
  series: string
  atSec: number
}): string {
  return JSON.stringify([fact, series, atSec])
}

function withInputs(seen: readonly RowsOfReading[], inputs: readonly ReadingInputs[]): Reading[] {
  const oldest = new Map(
    inputs.map((one) => [JSON.stringify([one.fact, one.series, one.atSec]), one.oldestPriceSec]),
  )
  for (const { reading } of seen) {
    const { watch, series, atSec } = reading
    reading.oldestPriceSec =
      oldest.get(JSON.stringify([watch.fact.name, JSON.parse(series), atSec])) ?? null
  }
  return seen.map(({ reading }) => reading)
}

function markHeld(seen: readonly RowsOfReading[], { judged }: Judgement): Set<Row> {
  const held = new Set(judged.filter(({ isHeld }) => isHeld).map(({ reading }) => reading))
  return new Set(seen.flatMap(({ reading, rows }) => (held.has(reading) ? rows : [])))
}

/**
 * For every held reading the last good one again at its moment; two watches of a fact do not repeat
 * it twice.
 */
async function carriedRows(
  snapshot: Snapshot,
  seen: readonly RowsOfReading[],
  { judged }: Judgement,
): Promise<FactRows[]> {
  const rowsOf = new Map(seen.map(({ reading, rows }) => [reading, rows]))
  const held = new Map<string, Judged>()
  for (const one of judged) {
    const name = placeName({ ...one.reading, fact: one.reading.watch.fact.name })
    if (one.isHeld && one.served?.fromSec !== undefined && !held.has(name)) held.set(name, one)
  }
  const carried: FactRows[] = []
  for (const [watch, own] of Map.groupBy(held.values(), ({ reading }) => reading.watch)) {
    const stored = own.flatMap(({ reading: { series }, served }) =>
      served?.reading === undefined ? { series, atSec: served?.fromSec ?? 0 } : [],
    )
    const storedRows = await loadServedRows(snapshot, watch, stored)
    const rows = own.flatMap(({ reading: { series, atSec }, served }) => {
      const source =
        served?.reading === undefined
          ? storedRows(series, served?.fromSec ?? 0)
          : (rowsOf.get(served.reading) ?? [])
      return source.map((row) => ({
        ...row,
        [watch.fact.time ?? 'atSec']: atSec,
        quality: 'carried',
      }))
    })
    carried.push({ fact: watch.fact, rows })
  }
  return carried
}

/** One entry for each fact, in the order they first came. */
function joinFacts(all: readonly FactRows[]): FactRows[] {
  const joined = new Map<string, { fact: Fact; rows: Row[] }>()
  for (const { rows, ...rest } of all) {
    const { fact } = rest
    const known = joined.get(fact.name)
    if (known === undefined) joined.set(fact.name, { ...rest, rows: [...rows] })
    else for (const row of rows) known.rows.push(row)
  }
  return [...joined.values()].filter(({ rows }) => rows.length > 0)
}
