import { collectBatches } from '../../../lib/batches.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../../lib/sql.ts'
import { type Fact, sourceColumns } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type Row, rowKey, timeOf } from '../../model/fact-rows.ts'
import { seriesCondition, seriesOf, seriesParams, type Watch } from '../../model/watch.ts'

/** A series of a fact at a timestamp. */
interface Place {
  fact: Fact
  /** Values of the key that name the series, as a JSON object. */
  series: string
  atSec: number
}

// Bound values travel in the URL of a request, which servers limit.
const PLACES_BATCH_SIZE = 1_000

/** The rows of many series that are served at timestamps of their own. */
export async function loadServedRows(
  snapshot: Snapshot,
  watch: Watch,
  places: readonly { series: string; atSec: number }[],
): Promise<(series: string, atSec: number) => Row[]> {
  const { fact } = watch
  const time = timeOf(fact)
  const found = await collectBatches(places, PLACES_BATCH_SIZE, (batch) => {
    const where = sql`${seriesCondition(watch)} AND ${identifier(time)} IN {times:Array(UInt32)}`
    const series = batch.map((place) => place.series)
    return snapshot.query<Row>(
      sql`SELECT ${identifiers(sourceColumns(fact))} FROM ${snapshot.current(fact, where)} ORDER BY ${identifiers(fact.order)}`,
      { ...seriesParams(watch, series), times: [...new Set(batch.map(({ atSec }) => atSec))] },
    )
  })
  const byPlace = Map.groupBy(found, (row) => `${row[time]} ${seriesOf(watch, row)}`)
  return (series, atSec) => byPlace.get(`${atSec} ${series}`) ?? []
}

/** The rows that publish a held reading. Rows served instead that it lacks are emptied. */
export async function listReleasedRows(
  snapshot: Snapshot,
  { fact, series, atSec, heldRun }: Place & { heldRun: number },
): Promise<Row[]> {
  const names = JSON.parse(series) as Record<string, string>
  const columns = Object.keys(names).filter((column) => Object.hasOwn(fact.key, column))
  const isOfPlace = joinSql(
    [
      ...columns.map((column, index) => sql`${identifier(column)} = {key${index}:String}`),
      sql`${identifier(timeOf(fact))} = {atSec:UInt32}`,
    ],
    sql` AND `,
  )
  const values = Object.fromEntries(columns.map((column, index) => [`key${index}`, names[column]]))
  const params = { ...values, atSec, heldRun }
  const read = (from: Sql) =>
    snapshot.query<Row>(sql`SELECT ${identifiers(sourceColumns(fact))} ${from}`, params)
  const isHeld = sql`${isOfPlace} AND run = {heldRun:UInt32} AND quality = 'held'`
  const held = await read(snapshot.allVersions(fact, isHeld))
  const served = await read(
    sql`FROM ${snapshot.current(fact, isOfPlace)} ORDER BY ${identifiers(fact.order)}`,
  )
  const keyOf = rowKey(fact)
  const given = new Set(held.map(keyOf))
  const emptied = served.filter((row) => !given.has(keyOf(row))).map((row) => emptyRow(fact, row))
  return [...held, ...emptied].map((row) => ({ ...row, quality: 'ok' }))
}

/** The same key with nothing in it: amounts are 0, or missing where they may be. */
function emptyRow(fact: Fact, row: Row): Row {
  const amounts = Object.entries(fact.values).filter(
    ([, { kind }]) => kind === 'float' || kind === 'int',
  )
  const empty = amounts.map(([name, { nullable }]) => [name, nullable ? null : 0])
  return { ...row, ...Object.fromEntries(empty) }
}
