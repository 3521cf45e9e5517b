import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { identifier, identifiers, joinSql, sql } from '../../../lib/sql.ts'
import type { Fact } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type DailySeries, toDailySeries } from '../derive/daily-series.ts'

/** A fact and some values; `key` begins with the unit in which a book is read, such as a coin. */
export interface BookSource {
  readonly fact: Fact
  readonly key: readonly [unit: string, ...rest: string[]]
  readonly values: readonly string[]
}

/** The last reports of all days: unit → the rest of the key → series, both in order. */
export type DailyBook = ReadonlyMap<string, ReadonlyMap<string, DailySeries>>

// The parts of a key that has several; no chain has this in its name.
export const KEY_SEPARATOR = '\n'
// The result of a statement is parsed in one go: few enough rows that this is short.
const ROWS_PER_BATCH = 60_000

/** Reads some units, or all, in batches of rows. */
export async function loadBook(
  snapshot: Snapshot,
  source: BookSource,
  units: readonly string[] | 'all',
): Promise<DailyBook> {
  const [unit] = source.key
  const where = units === 'all' ? sql`1` : sql`${identifier(unit)} IN {units:Array(String)}`
  const counts = await snapshot.query<{ name: string; rows: number }>(
    sql`SELECT toString(${identifier(unit)}) AS name, count() AS rows FROM ${snapshot.current(source.fact, where)} GROUP BY name ORDER BY name`,
    { units },
  )
  const book = new Map<string, Map<string, DailySeries>>()
  for (const batch of inBatches(counts)) await loadUnits(book, snapshot, source, batch)
  return book
}

function inBatches(counts: readonly { name: string; rows: number }[]): string[][] {
  const batches: string[][] = []
  let rowsInLast = Number.POSITIVE_INFINITY
  for (const { name, rows } of counts) {
    if (rowsInLast + rows > ROWS_PER_BATCH) {
      batches.push([])
      rowsInLast = 0
    }
    batches.at(-1)?.push(name)
    rowsInLast += rows
  }
  return batches
}

type SeriesColumns = {
  keys: string[][]
  lastSec: number[]
  lastCarried: boolean[]
  days: number[][]
  values: number[][][]
}

async function loadUnits(
  book: Map<string, Map<string, DailySeries>>,
  snapshot: Snapshot,
  { key, values, fact }: BookSource,
  units: readonly string[],
): Promise<void> {
  const lastOfDays = sql`SELECT ${identifiers(key)}, atSec, intDiv(atSec, ${DAY_SEC}) AS day, quality = 'carried' AS isCarried, ${identifiers(values)}
    FROM ${snapshot.current(fact, sql`${identifier(at(key, 0))} IN {units:Array(String)}`)}
    ORDER BY ${joinSql([...key, 'atSec'].map((name) => sql`${identifier(name)} DESC`))} LIMIT 1 BY ${identifiers(key)}, day`
  const rows = await snapshot.columns<SeriesColumns>(
    sql`SELECT [${joinSql(key.map((name) => sql`toString(${identifier(name)})`))}] AS keys, max(atSec) AS lastSec, argMax(isCarried, atSec) AS lastCarried,
       groupArray(day) AS days, [${joinSql(values.map((name) => sql`groupArray(${identifier(name)})`))}] AS values
     FROM (${lastOfDays}) GROUP BY ${identifiers(key)} ORDER BY keys`,
    { units },
  )
  for (const { keys, lastSec, lastCarried, days, values: columns } of eachRow(rows)) {
    const [name, rest] = [at(keys, 0), keys.slice(1).join(KEY_SEPARATOR)]
    const series = toDailySeries(days, columns, lastSec)
    const unit = book.getOrInsertComputed(name, () => new Map<string, DailySeries>())
    unit.set(rest, { ...series, isLastCarried: Boolean(lastCarried) })
  }
}
