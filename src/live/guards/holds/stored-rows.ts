import { identifier, identifiers, joinSql, type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import { type Fact, identityColumns, sourceColumns } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { seriesCondition, seriesOf, seriesParams, type Watch } from '../../model/watch.ts'

export type Row = Record<string, unknown>

/** A series of a fact at a moment. */
interface Place {
  fact: Fact
  /** Values of the key that name the series, as a JSON object. */
  series: string
  atSec: number
}

// Bound values travel in the address of a request, which servers limit.
const PLACES_BATCH_SIZE = 1_000

/** The rows of many series that are served at moments of their own. */
export async function loadServedRows(
  snapshot: Snapshot,
  watch: Watch,
  places: readonly { series: string; atSec: number }[],
): Promise<(series: string, atSec: number) => Row[]> {
  const { fact } = watch
  const time = fact.time ?? 'atSec'
  const found: Row[] = []
  for (let from = 0; from < places.length; from += PLACES_BATCH_SIZE) {
    const batch = places.slice(from, from + PLACES_BATCH_SIZE)
    const where = sql`${seriesCondition(watch)} AND ${identifier(time)} IN {times:Array(UInt32)}`
    const rows = await snapshot.query<Row>(
      sql`SELECT ${identifiers(sourceColumns(fact))} FROM ${snapshot.current(fact, where)} ORDER BY ${identifiers(fact.order)}`,
      {
        ...seriesParams(
          watch,
          batch.map(({ series }) => series),
        ),
        times: [...new Set(batch.map(({ atSec }) => atSec))],
      },
    )
    for (const row of rows) found.push(row)
  }
  const byPlace = Map.groupBy(found, (row) => `${row[time]} ${seriesOf(watch, row)}`)
  return (series, atSec) => byPlace.get(`${atSec} ${series}`) ?? []
}

/** The rows of a series that are served at a moment. */
function listServedRows(snapshot: Snapshot, place: Place): Promise<Row[]> {
  const { where, params } = conditionsOf(place)
  return snapshot.query<Row>(
    sql`SELECT ${identifiers(sourceColumns(place.fact))} FROM ${snapshot.current(place.fact, where)} ORDER BY ${identifiers(place.fact.order)}`,
    params,
  )
}

/** The rows of a series at a moment that a run held back. */
function listHeldRows(snapshot: Snapshot, place: Place, heldRun: number): Promise<Row[]> {
  const { where, params } = conditionsOf(place)
  return snapshot.query<Row>(
    sql`SELECT ${identifiers(sourceColumns(place.fact))} ${snapshot.allVersions(place.fact, sql`${where} AND run = {heldRun:UInt32} AND quality = 'held'`)}`,
    { ...params, heldRun },
  )
}

/** The rows that publish a held reading. Rows served instead that it lacks are emptied. */
export async function listReleasedRows(
  snapshot: Snapshot,
  hold: Place & { heldRun: number },
): Promise<Row[]> {
  const held = await listHeldRows(snapshot, hold, hold.heldRun)
  const served = await listServedRows(snapshot, hold)
  const identity = identityColumns(hold.fact)
  const nameOf = (row: Row) => JSON.stringify(identity.map((column) => row[column]))
  const given = new Set(held.map(nameOf))
  const emptied = served
    .filter((row) => !given.has(nameOf(row)))
    .map((row) => emptyRow(hold.fact, row))
  return [...held, ...emptied].map((row) => ({ ...row, quality: 'ok' }))
}

/** The same key with nothing in it: amounts are 0, or missing where they may be. */
function emptyRow(fact: Fact, row: Row): Row {
  const amounts = Object.entries(fact.values).filter(
    ([, column]) => column.kind === 'float' || column.kind === 'int',
  )
  return {
    ...row,
    ...Object.fromEntries(amounts.map(([name, column]) => [name, column.nullable ? null : 0])),
  }
}

function conditionsOf({ fact, series, atSec }: Place): {
  where: Sql
  params: SqlParams
} {
  const entries = Object.entries(JSON.parse(series) as Record<string, string>).filter(([column]) =>
    Object.hasOwn(fact.key, column),
  )
  const where = [
    ...entries.map(([column], index) => sql`${identifier(column)} = {key${index}:String}`),
    sql`${identifier(fact.time ?? 'atSec')} = {atSec:UInt32}`,
  ]
  return {
    where: joinSql(where, sql` AND `),
    params: {
      ...Object.fromEntries(entries.map(([, value], index) => [`key${index}`, value])),
      atSec,
    },
  }
}
