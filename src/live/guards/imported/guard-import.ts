import { at } from '../../../lib/at.ts'
import { collectBatches, toBatches } from '../../../lib/batches.ts'
import { identifier, identifiers, sql } from '../../../lib/sql.ts'
import type { Stage } from '../../../runs/stage.ts'
import { type Fact, sourceColumns } from '../../../store/fact.ts'
import type { Store } from '../../../store/store.ts'
import { storageTable } from '../../../store/tables.ts'
import { type Row, timeOf } from '../../model/fact-rows.ts'
import {
  seriesCondition,
  seriesName,
  seriesOf,
  seriesParams,
  type Watch,
} from '../../model/watch.ts'
import type { EvaluatedReading } from '../evaluate-readings.ts'
import { type Hold, placeName, qualityHolds } from '../holds/facts.ts'
import { decided, listStoredHolds, type StoredHold } from '../holds/stored-holds.ts'
import { loadServedRows } from '../holds/stored-rows.ts'
import { listReadings } from '../readings.ts'
import type { GuardSettings } from '../rules/settings.ts'
import { toHolds } from '../to-holds.ts'
import { checkSeries, type Timestamp } from './check-series.ts'
import { ImportedRows, type Suspect } from './imported-rows.ts'
import { seriesHash } from './suspects-sql.ts'

/** The rows of an import, staged. */
export interface StagedImport {
  store: Store
  stage: Stage
  fact: Fact
  nowSec: number
}

export interface GuardedImport {
  heldRows: number
  holds: Hold[]
  /** Jumps that were published because what follows in the file stays there. */
  flags: Hold[]
}

interface Caught {
  evaluated: EvaluatedReading[]
  /** What is served in place of held readings. */
  carried: Row[]
  /** Series and timestamps of held readings, for a condition. */
  places: string[]
}

// Bound values travel in the URL of a request, which servers limit.
const SUSPECTS_BATCH_SIZE = 1_000
const PLACES_BATCH_SIZE = 2_000
const LASTING = 'What follows in the file stays there, so it is served.'

/** Examines imported rows; what guards catch is held (import.md#guards). */
export async function guardImport(
  given: StagedImport,
  declared: readonly Watch[],
  settings: GuardSettings,
): Promise<GuardedImport> {
  const { store, stage, fact, nowSec } = given
  const watches = declared.filter((watch) => watch.fact.name === fact.name)
  const [watch] = watches
  if (watch === undefined) return { heldRows: 0, holds: [], flags: [] }
  const rows = await ImportedRows.open(store, await stage.table(fact), { watch, settings })
  const caught: Caught[] = []
  for (const batch of listBatches(await rows.listSuspects(watches, { settings, nowSec })))
    caught.push(await checkBatch(rows, watches, { batch, settings, nowSec }))
  const found = toHolds(caught.flatMap(({ evaluated }) => evaluated))
  const holds = found.filter(({ state }) => state === 'held')
  const flags = found
    .filter(({ state }) => state === 'flagged')
    .map((hold) => ({ ...hold, reason: `${hold.reason} ${LASTING}` }))
  const places = caught.flatMap((one) => one.places)
  const heldRows = await holdRows(given, watch, places)
  const replaced = await listReplaced(given, watch)
  const carried = caught.flatMap((one) => one.carried)
  await insertRows(stage, fact, carried)
  const noted = new Set([...holds, ...flags].map(placeName))
  const others = replaced.filter((hold) => !noted.has(placeName(hold)))
  const all = [...holds, ...flags, ...others].map((hold) => ({ ...hold }))
  await insertRows(stage, qualityHolds, all)
  return { heldRows, holds, flags }
}

/** Open holds of timestamps that these rows have a good reading of (live.md#held-readings). */
async function listReplaced(given: StagedImport, watch: Watch): Promise<Hold[]> {
  const { store, fact } = given
  const open = await listStoredHolds(store.snapshot(), { fact: fact.name, state: 'held' })
  return collectBatches(open, SUSPECTS_BATCH_SIZE, async (batch) => {
    const good = await listGood(given, watch, batch)
    return batch
      .filter((hold) => good.has(timestampName(hold.series, hold.atSec)))
      .map((hold) => decided(hold, 'rejected', { by: 'a better reading' }))
  })
}

/** Series and timestamps of some holds that staged rows are good readings of; a few more. */
async function listGood(
  { store, stage, fact }: StagedImport,
  watch: Watch,
  holds: readonly StoredHold[],
): Promise<Set<string>> {
  const time = identifier(timeOf(fact))
  const series = holds.map((hold) => hold.series)
  const timestamps = [...new Set(holds.map(({ atSec }) => atSec))]
  const rows = await store.engine.writerQuery<Row>(
    sql`SELECT DISTINCT ${identifiers(watch.series)}, ${time} FROM ${await stage.table(fact)} WHERE quality != 'held' AND ${seriesCondition(watch)} AND ${time} IN {timestamps:Array(UInt32)}`,
    { ...seriesParams(watch, series), timestamps },
  )
  return new Set(rows.map((row) => placeOf(watch, row)))
}

async function insertRows(stage: Stage, fact: Fact, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await stage.insertRows(fact, rows)
}

/** All suspects of a series are in one batch. */
function listBatches(suspects: readonly Suspect[]): Suspect[][] {
  const batches: Suspect[][] = []
  for (const own of Map.groupBy(suspects, ({ hash }) => hash).values()) {
    const last = batches.at(-1)
    if (last === undefined || last.length + own.length > SUSPECTS_BATCH_SIZE) batches.push(own)
    else last.push(...own)
  }
  return batches
}

async function checkBatch(
  imported: ImportedRows,
  watches: readonly Watch[],
  options: { batch: readonly Suspect[]; settings: GuardSettings; nowSec: number },
): Promise<Caught> {
  const { watch } = imported
  const windows = await imported.loadWindows(options.batch)
  const suspects = new Map(
    options.batch.map((one) => [timestampName(seriesName(watch, one.series), one.atSec), one]),
  )
  for (;;) {
    const rows = await imported.loadAround([...suspects.values()], windows)
    const own = Map.groupBy(suspects.values(), ({ series }) => seriesName(watch, series))
    const evaluated = [...Map.groupBy(rows, (row) => seriesOf(watch, row))].flatMap(
      ([series, all]) => {
        const isChecked = createCheck(own.get(series) ?? [], windows)
        return checkSeries(listTimestamps(watches, all, isChecked), options)
      },
    )
    const held = listHeld(evaluated)
    // What is held changes the past of what follows it, which has to be looked at then.
    const further = [...held].filter(([place]) => !suspects.has(place))
    if (further.length === 0) return toCaught(imported, rows, { evaluated, held, suspects })
    for (const [place, { reading }] of further) {
      const known = own.get(reading.series)?.[0]
      if (known === undefined) throw new Error('A series was checked that nobody suspects.')
      suspects.set(place, { ...known, atSec: reading.atSec })
    }
  }
}

/** Whether a timestamp follows one of some suspects. */
function createCheck(
  suspects: readonly Suspect[],
  windows: ReadonlyMap<string, number>,
): (atSec: number) => boolean {
  return (atSec) =>
    suspects.some((one) => atSec >= one.atSec && atSec <= one.atSec + (windows.get(one.hash) ?? 0))
}

/** One of the readings that are held at a place; several watches may look at a fact. */
function listHeld(evaluated: readonly EvaluatedReading[]): Map<string, EvaluatedReading> {
  return new Map(
    evaluated
      .filter(({ isHeld }) => isHeld)
      .map((one) => [timestampName(one.reading.series, one.reading.atSec), one]),
  )
}

async function toCaught(
  { watch, snapshot }: ImportedRows,
  rows: readonly Row[],
  found: {
    evaluated: EvaluatedReading[]
    held: ReadonlyMap<string, EvaluatedReading>
    suspects: ReadonlyMap<string, Suspect>
  },
): Promise<Caught> {
  const rowsOf = Map.groupBy(rows, (row) => placeOf(watch, row))
  const readings = [...found.held.values()].map(({ reading }) => reading)
  const served = await loadServedRows(snapshot, watch, readings)
  const carried: Row[] = []
  const places: string[] = []
  for (const [place, { reading, served: instead }] of found.held) {
    places.push(`${found.suspects.get(place)?.hash} ${reading.atSec}`)
    // A timestamp that the store has a reading of goes on with that one.
    if (instead?.fromSec === undefined || served(reading.series, reading.atSec).length > 0) continue
    const before = rowsOf.get(timestampName(reading.series, instead.fromSec)) ?? []
    carried.push(...before.map((row) => carry(watch.fact, row, reading.atSec)))
  }
  return { evaluated: found.evaluated, carried, places }
}

function listTimestamps(
  watches: readonly Watch[],
  rows: readonly Row[],
  isChecked: (atSec: number) => boolean,
): Timestamp[] {
  return [...Map.groupBy(rows, (row) => Number(row[timeOf(at(watches, 0).fact)]))]
    .sort(([a], [b]) => a - b)
    .map(([atSec, own]) => ({
      atSec,
      readings: watches.flatMap((watch) => listReadings(watch, own).map(({ reading }) => reading)),
      isNew: own.some(({ isNew }) => isNew === 1),
      isChecked: isChecked(atSec),
    }))
}

function carry(fact: Fact, row: Row, atSec: number): Row {
  const columns = sourceColumns(fact).map((name) => [name, row[name]])
  return { ...Object.fromEntries(columns), [timeOf(fact)]: atSec, quality: 'carried' }
}

function placeOf(watch: Watch, row: Row): string {
  return timestampName(seriesOf(watch, row), Number(row[timeOf(watch.fact)]))
}

function timestampName(series: string, atSec: number): string {
  return `${atSec} ${series}`
}

/** Marks the staged rows of held readings. Returns how many they are. */
async function holdRows(
  { store, stage, fact }: StagedImport,
  watch: Watch,
  places: readonly string[],
): Promise<number> {
  const table = await stage.table(fact)
  const { placement, engine } = store
  const place = sql`concat(${seriesHash(watch)}, ' ', toString(${identifier(timeOf(fact))}))`
  const isHeld = sql`${place} IN {places:Array(String)} AND quality != 'held'`
  let heldRows = 0
  for (const batch of toBatches(places, PLACES_BATCH_SIZE)) {
    const params = { places: batch }
    const [found] = await engine.writerQuery<{ rows: number }>(
      sql`SELECT count() AS rows FROM ${table} WHERE ${isHeld}`,
      params,
    )
    heldRows += found?.rows ?? 0
    await engine.onShards(
      sql`ALTER TABLE ${storageTable(table, placement)}${placement.onCluster} UPDATE quality = 'held' WHERE ${isHeld} SETTINGS mutations_sync = 2`,
      params,
    )
  }
  return heldRows
}
