import { at } from '../../lib/at.ts'
import { identifier, joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { plainType } from '../../store/columns.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import type { Row } from '../model/fact-rows.ts'
import { findProblem } from './check-values.ts'

/** A row as it goes into its table, and why it cannot or is held back, if so. */
export interface CheckedRow {
  given: Row
  row: Row
  rejected: string
  held: string
}

// The rows stand in the statement, of which a server reads up to 256 kB.
const MAX_TEXT = 200_000
// Turning checks into machine code pays for millions of rows, not for hundreds.
const QUICKLY = sql`SETTINGS compile_expressions = 0`

/** Checks rows like those of files, but holds figures out of bounds instead of rejecting them. */
export async function checkRows(
  engine: Engine,
  fact: Fact,
  rows: readonly Row[],
): Promise<CheckedRow[]> {
  const columns = [...sourceColumns(fact), 'quality']
  const checked = rows.map((given): CheckedRow => {
    const row = Object.fromEntries(
      columns.map((name) => [name, given[name] ?? (name === 'quality' ? 'ok' : null)]),
    )
    const rejected = findProblem(fact, row)
    return { given, row, rejected, held: rejected === '' ? findOutOfBounds(fact, row) : '' }
  })
  if (fact.hold.length === 0) return checked
  const named = heldColumns(fact)
  const lines = checked.flatMap(({ row, rejected, held }, place) =>
    rejected === '' && held === '' ? [lineOf(row, named, place)] : [],
  )
  for (const piece of piecesOf(lines)) {
    const found = await engine.writerQuery<{ place: number; held: string }>(
      selectHeld(fact, named, piece),
    )
    for (const { place, held } of found) at(checked, place).held = held
  }
  return checked
}

function findOutOfBounds(fact: Fact, row: Row): string {
  for (const [name, { kind, min, max }] of Object.entries(fact.values)) {
    const value = row[name]
    if ((kind !== 'float' && kind !== 'int') || value === null) continue
    if (min !== undefined && Number(value) < min) return `${name} is below ${min}`
    if (max !== undefined && Number(value) > max) return `${name} is above ${max}`
  }
  return ''
}

/** The columns that the fact's conditions for holding a row back name. */
function heldColumns(fact: Fact): string[] {
  const words = new Set(fact.hold.flatMap(({ when }) => when.text.match(/\w+/g) ?? []))
  return sourceColumns(fact).filter((name) => words.has(name))
}

/** The rows that the fact holds back: its conditions are SQL, so only the engine can tell. */
function selectHeld(fact: Fact, columns: readonly string[], lines: readonly string[]): Sql {
  const declared = { ...fact.key, ...fact.values }
  const typeOf = (name: string) => {
    const column = declared[name]
    return column === undefined ? sql`Int64` : plainType(column)
  }
  const form = joinSql([
    sql`place UInt32`,
    ...columns.map((name) => sql`${identifier(name)} ${typeOf(name)}`),
  ])
  const held = fact.hold.flatMap(({ when, reason }) => [sql`ifNull(${when}, 0)`, literal(reason)])
  const source = sql`format(JSONEachRow, ${literal(form.text)}, ${literal(lines.join('\n'))})`
  return sql`SELECT place, multiIf(${joinSql(held)}, '') AS held FROM ${source} WHERE held != '' ${QUICKLY}`
}

function lineOf(row: Row, columns: readonly string[], place: number): string {
  const named = columns.map((name) => {
    const value = row[name]
    return [name, typeof value === 'bigint' ? String(value) : value]
  })
  return JSON.stringify({ place, ...Object.fromEntries(named) })
}

function* piecesOf(lines: readonly string[]): Generator<string[]> {
  let piece: string[] = []
  let length = 0
  for (const line of lines) {
    if (piece.length > 0 && length + line.length > MAX_TEXT) {
      yield piece
      piece = []
      length = 0
    }
    piece.push(line)
    // Signs that the statement must escape count twice.
    length += line.length + line.split(/['\\]/).length
  }
  if (piece.length > 0) yield piece
}
