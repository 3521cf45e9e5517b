import { at } from '../../lib/at.ts'
import { textColumn } from '../../runs/import/columns/column-shape.ts'
import { conversionsOf } from '../../runs/import/columns/conversions.ts'
import { identifier, literal } from '../../runs/sql-text.ts'
import type { Column } from '../../store/columns.ts'
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
const QUICKLY = 'SETTINGS compile_expressions = 0'

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
  const note = async (lines: readonly string[], select: (lines: readonly string[]) => string) => {
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
  const words = new Set(fact.hold.flatMap(({ when }) => when.match(/\w+/g) ?? []))
  return sourceColumns(fact).filter((name) => words.has(name))
}

function selectHeld(fact: Fact, columns: readonly string[], lines: readonly string[]): string {
  const declared = { ...fact.key, ...fact.values }
  const typeOf = (name: string) =>
    declared[name]?.sqlType.replace(/^LowCardinality\((.*)\)$/, '$1') ?? 'Int64'
  const form = [
    'place UInt32',
    ...columns.map((name) => `${identifier(name)} ${typeOf(name)}`),
  ].join(', ')
  const held = fact.hold.flatMap(({ when, reason }) => [`ifNull(${when}, 0)`, literal(reason)])
  const source = `format(JSONEachRow, ${literal(form)}, ${literal(lines.join('\n'))})`
  return `SELECT place, '' AS rejected, multiIf(${held.join(', ')}, '') AS held FROM ${source} WHERE held != '' ${QUICKLY}`
}

function selectProblems(fact: Fact, columns: readonly string[], lines: readonly string[]): string {
  const conversions = conversionsOf(
    { name: fact.name, format: 'ndjson', columns: columns.map(textColumn) },
    withoutBounds(fact),
  )
  const checks = conversions.flatMap(({ conversion }) => conversion.checks)
  const rejected = `multiIf(${checks.map(({ broken, reason }) => `ifNull(${broken}, 0), ${reason}`).join(', ')}, '')`
  const held = [...boundsOf(fact), ...fact.hold].flatMap(({ when, reason }) => [
    `ifNull(${when}, 0)`,
    literal(reason),
  ])
  const raw = columns.map((name, index) => `${identifier(name)} AS raw_${index}`).join(', ')
  const values = conversions
    .map(({ place, conversion }) => `${conversion.value} AS ${place.value}`)
    .join(', ')
  const stored = conversions.map(
    ({ name, conversion }) =>
      `${conversion.stored} AS ${name === 'quality' ? 'givenQuality' : name}`,
  )
  const form = [
    'place UInt32',
    ...columns.map((name) => `${identifier(name)} Nullable(String)`),
  ].join(', ')
  const source = `format(JSONEachRow, ${literal(form)}, ${literal(lines.join('\n'))})`
  const typed = `SELECT place, ${rejected} AS rejected, ${stored.join(', ')} FROM (SELECT *, ${values} FROM (SELECT place, ${raw} FROM ${source}))`
  const problems = `SELECT place, rejected, multiIf(${["rejected != ''", "''", ...held, "''"].join(', ')}) AS held FROM (${typed})`
  return `${problems} WHERE rejected != '' OR held != '' ${QUICKLY}`
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
        : [{ reason: `${name} is below ${column.min}`, when: `${name} < ${column.min}` }]
    const most =
      column.max === undefined
        ? []
        : [{ reason: `${name} is above ${column.max}`, when: `${name} > ${column.max}` }]
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
