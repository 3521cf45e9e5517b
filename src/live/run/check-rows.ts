import { at } from '../../lib/at.ts'
import { identifier, joinSql, literal, quotedIdentifier, type Sql, sql } from '../../lib/sql.ts'
import { textColumn } from '../../runs/import/columns/column-shape.ts'
import { conversionsOf } from '../../runs/import/columns/conversions.ts'
import { type Column, plainType } from '../../store/columns.ts'
import type { Engine } from '../../store/engine.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { isPlainRow } from './plain-rows.ts'

export type Row = Record<string, unknown>

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
    return { given, row, rejected: '', held: '' }
  })
  const note = async (lines: readonly string[], select: (lines: readonly string[]) => Sql) => {
    for (const piece of piecesOf(lines)) {
      const found = await engine.writerQuery<{ place: number; rejected: string; held: string }>(
        select(piece),
      )
      for (const { place, rejected, held } of found)
        Object.assign(at(checked, place), { rejected, held })
    }
  }
  const [plain, others] = [[] as string[], [] as string[]]
  const evaluated = heldColumns(fact)
  for (const [place, { row }] of checked.entries()) {
    if (!isPlainRow(fact, row)) others.push(lineOf(row, place))
    else if (fact.hold.length > 0)
      plain.push(
        JSON.stringify({
          place,
          ...Object.fromEntries(evaluated.map((name) => [name, row[name]])),
        }),
      )
  }
  await note(plain, (lines) => selectHeld(fact, evaluated, lines))
  await note(others, (lines) => selectProblems(fact, columns, lines))
  return checked
}

/** The columns that the fact's conditions for holding a row back name. */
function heldColumns(fact: Fact): string[] {
  const words = new Set(fact.hold.flatMap(({ when }) => when.text.match(/\w+/g) ?? []))
  return sourceColumns(fact).filter((name) => words.has(name))
}

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
  return sql`SELECT place, '' AS rejected, multiIf(${joinSql(held)}, '') AS held FROM ${source} WHERE held != '' ${QUICKLY}`
}

function selectProblems(fact: Fact, columns: readonly string[], lines: readonly string[]): Sql {
  const conversions = conversionsOf(
    { name: fact.name, format: 'ndjson', columns: columns.map(textColumn) },
    withoutBounds(fact),
  )
  const checks = conversions.flatMap(({ conversion }) => conversion.checks)
  const rejected = sql`multiIf(${joinSql(checks.map(({ broken, reason }) => sql`ifNull(${broken}, 0), ${reason}`))}, '')`
  const held = [...boundsOf(fact), ...fact.hold].flatMap(({ when, reason }) => [
    sql`ifNull(${when}, 0)`,
    literal(reason),
  ])
  const raw = joinSql(columns.map((name, index) => sql`${quotedIdentifier(name)} AS raw_${index}`))
  const values = joinSql(
    conversions.map(({ place, conversion }) => sql`${conversion.value} AS ${place.value}`),
  )
  const stored = conversions.map(
    ({ name, conversion }) =>
      sql`${conversion.stored} AS ${name === 'quality' ? sql`givenQuality` : quotedIdentifier(name)}`,
  )
  const form = joinSql([
    sql`place UInt32`,
    ...columns.map((name) => sql`${quotedIdentifier(name)} Nullable(String)`),
  ])
  const source = sql`format(JSONEachRow, ${literal(form.text)}, ${literal(lines.join('\n'))})`
  const typed = sql`SELECT place, ${rejected} AS rejected, ${joinSql(stored)} FROM (SELECT *, ${values} FROM (SELECT place, ${raw} FROM ${source}))`
  const problems = sql`SELECT place, rejected, multiIf(${joinSql([sql`rejected != ''`, sql`''`, ...held, sql`''`])}) AS held FROM (${typed})`
  return sql`${problems} WHERE rejected != '' OR held != '' ${QUICKLY}`
}

/** The fact with figures of any size. */
function withoutBounds(fact: Fact): Fact {
  const open = (column: Column<unknown>) =>
    isFigure(column) ? { ...column, min: undefined, max: undefined } : column
  return {
    ...fact,
    values: Object.fromEntries(
      Object.entries(fact.values).map(([name, column]) => [name, open(column)]),
    ),
  }
}

function boundsOf(fact: Fact): Fact['hold'] {
  return Object.entries(fact.values).flatMap(([name, column]) => {
    if (!isFigure(column)) return []
    const least =
      column.min === undefined
        ? []
        : [
            {
              reason: `${name} is below ${column.min}`,
              when: sql`${identifier(name)} < ${column.min}`,
            },
          ]
    const most =
      column.max === undefined
        ? []
        : [
            {
              reason: `${name} is above ${column.max}`,
              when: sql`${identifier(name)} > ${column.max}`,
            },
          ]
    return [...least, ...most]
  })
}

function isFigure({ kind }: Column<unknown>): boolean {
  return kind === 'float' || kind === 'int'
}

/** A row's values as texts. */
function lineOf(row: Row, place: number): string {
  return JSON.stringify({
    place,
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)])),
  })
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
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
