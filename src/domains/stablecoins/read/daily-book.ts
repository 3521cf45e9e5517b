import { DAY_SEC } from '../../../lib/clock.ts'
import type { Fact } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import {
  type DailySeries,
  type Report,
  toDailySeries,
  withReports,
} from '../derive/daily-series.ts'

/**
 * Which fact a book is of, and which of its values; `key` begins with the unit in which a book is
 * read again.
 */
export interface BookSource {
  readonly fact: Fact
  readonly key: readonly [unit: string, ...rest: string[]]
  readonly values: readonly string[]
}

/**
 * The last reports of all days: unit (a stablecoin, a coin, a currency) → the rest of the key →
 * series.
 */
export type DailyBook = ReadonlyMap<string, ReadonlyMap<string, DailySeries>>

// The parts of a key that has several; no chain has this in its name.
export const KEY_SEPARATOR = '\n'
// A statement's answer is parsed in one go: this many rows keep that short, so that other answers
// need not wait.
const ROWS_AT_ONCE = 60_000
// Above this, reading the stablecoins again is not slower than putting row after row in.
const FOLLOW_UP_TO = 50_000

/** Reads the units that are asked for, or all, a manageable number of rows at a time. */
export async function loadBook(
  snapshot: Snapshot,
  source: BookSource,
  only?: readonly string[],
): Promise<DailyBook> {
  const unit = source.key[0]
  const where = only === undefined ? '1' : `${unit} IN {only:Array(String)}`
  const counts = await snapshot.query<{ name: string; rows: number }>(
    `SELECT toString(${unit}) AS name, count() AS rows ${snapshot.versions(source.fact, where)} GROUP BY name ORDER BY name`,
    { only: only ?? [] },
  )
  const book = new Map<string, Map<string, DailySeries>>()
  for (const units of inPortions(counts)) await loadUnits(book, snapshot, source, units)
  return book
}

function inPortions(counts: readonly { name: string; rows: number }[]): string[][] {
  const portions: string[][] = []
  let rowsInLast = Number.POSITIVE_INFINITY
  for (const { name, rows } of counts) {
    if (rowsInLast + rows > ROWS_AT_ONCE) {
      portions.push([])
      rowsInLast = 0
    }
    portions.at(-1)?.push(name)
    rowsInLast += rows
  }
  return portions
}

async function loadUnits(
  book: Map<string, Map<string, DailySeries>>,
  snapshot: Snapshot,
  source: BookSource,
  units: string[],
) {
  const { key, values, fact } = source
  const [unit] = key
  const backwards = [...key, 'atSec', 'run'].map((name) => `${name} DESC`).join(', ')
  const lastOfDays = `SELECT ${key.join(', ')}, atSec, intDiv(atSec, ${DAY_SEC}) AS day, quality = 'carried' AS isCarried, ${values.join(', ')}
    ${snapshot.versions(fact, `${unit} IN {units:Array(String)}`)} ORDER BY ${backwards} LIMIT 1 BY ${key.join(', ')}, day`
  const columns = values.map((name, index) => `groupArray(${name}) AS value${index}`).join(', ')
  const rows = await snapshot.columns<Record<string, unknown[]>>(
    `SELECT ${key.map((name, index) => `toString(${name}) AS key${index}`).join(', ')}, max(atSec) AS lastSec, argMax(isCarried, atSec) AS lastCarried, groupArray(day) AS days, ${columns}
     FROM (${lastOfDays}) GROUP BY ${key.join(', ')}`,
    { units },
  )
  const texts = (index: number) => rows[`key${index}`] as string[]
  const [lastSecs, days] = [rows.lastSec as number[], rows.days as number[][]]
  texts(0).forEach((name, row) => {
    const rest = key.slice(1).map((_, index) => texts(index + 1)[row])
    const own = values.map((_, index) => (rows[`value${index}`]?.[row] ?? []) as number[])
    const series = toDailySeries(days[row] ?? [], own, lastSecs[row] ?? 0)
    putSeries(book, name, rest.join(KEY_SEPARATOR), {
      ...series,
      isLastCarried: Boolean(rows.lastCarried?.[row]),
    })
  })
}

/**
 * Brings a book up to date with the rows of later runs; returns a copy, and which units changed.
 */
export async function followBook(
  book: DailyBook,
  snapshot: Snapshot,
  sinceRun: number,
  source: BookSource,
  where = '1',
  params: Record<string, unknown> = {},
): Promise<{ book: DailyBook; changed: ReadonlySet<string> }> {
  const { key, values, fact } = source
  const visible = snapshot.versions(fact, `run > {sinceRun:UInt32} AND ${where}`)
  const touched = await snapshot.query<{ name: string; rows: number }>(
    `SELECT toString(${key[0]}) AS name, count() AS rows ${visible} GROUP BY name`,
    { ...params, sinceRun },
  )
  const changed = new Set(touched.map(({ name }) => name))
  if (changed.size === 0) return { book, changed }
  const copy = new Map(book)
  const isLarge = touched.reduce((sum, { rows }) => sum + rows, 0) > FOLLOW_UP_TO
  const again = isLarge ? changed : new Set<string>()
  if (!isLarge) {
    const rows = await snapshot.query<Record<string, string> & { atSec: number }>(
      `SELECT ${[...key.map((name) => `toString(${name}) AS ${name}`), 'atSec', "quality = 'carried' AS isCarried", ...values].join(', ')} ${visible} ORDER BY ${key.join(', ')}, atSec, run`,
      { ...params, sinceRun },
    )
    putReports(copy, rows, source, again)
  }
  if (again.size > 0)
    for (const [name, unit] of await loadBook(snapshot, source, [...again])) copy.set(name, unit)
  return { book: copy, changed }
}

/**
 * Puts rows into copies of their series; units with a row about an earlier day are added to
 * `again`.
 */
function putReports(
  book: Map<string, ReadonlyMap<string, DailySeries>>,
  rows: readonly (Record<string, unknown> & { atSec: number })[],
  { key, values }: BookSource,
  again: Set<string>,
): void {
  const grouped = new Map<string, Map<string, Report[]>>()
  for (const row of rows) {
    const [name = '', ...rest] = key.map((column) => String(row[column]))
    const unit = grouped.get(name) ?? new Map<string, Report[]>()
    grouped.set(name, unit)
    const restKey = rest.join(KEY_SEPARATOR)
    const reports = unit.get(restKey) ?? []
    unit.set(restKey, reports)
    reports.push({
      atSec: row.atSec,
      values: values.map((column) => Number(row[column])),
      isCarried: Boolean(row.isCarried),
    })
  }
  for (const [name, unit] of grouped) {
    const copy = new Map(book.get(name))
    for (const [rest, reports] of unit) {
      const series = withReports(copy.get(rest), reports)
      if (series === undefined) again.add(name)
      else copy.set(rest, series)
    }
    book.set(name, copy)
  }
}

function putSeries(
  book: Map<string, Map<string, DailySeries>>,
  name: string,
  rest: string,
  series: DailySeries,
): void {
  const unit = book.get(name) ?? new Map<string, DailySeries>()
  book.set(name, unit)
  unit.set(rest, series)
}
