import Type from 'typebox'
import { DUMPED_TABLES, type DumpedRow } from '../../accounts/dump.ts'
import { UsageError } from '../../lib/errors.ts'
import { findMismatch } from '../../lib/find-mismatch.ts'
import { shown } from '../../lib/shown.ts'
import { parseStrictJson, StrictJsonError } from '../../lib/strict-json.ts'

const MAX_TEXT = 16 << 20
const strict = { additionalProperties: false }
const text = Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()])
const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number
const int = Type.Union([Type.Integer({ minimum, maximum }), Type.Null()])
const line = Type.Object(
  { table: Type.String({ maxLength: 64 }), row: Type.Record(Type.String(), Type.Unknown()) },
  strict,
)

/** The columns of each table, no more and no fewer, with values of their types. */
const ROWS = new Map(
  Object.entries(DUMPED_TABLES).map(([table, columns]) => {
    const members = [
      ...columns.text.map((name) => [name, text] as const),
      ...columns.int.map((name) => [name, int] as const),
    ]
    return [table, Type.Object({ row: Type.Object(Object.fromEntries(members), strict) })]
  }),
)

/** The rows of a dump of accounts, which may be anybody's. */
export function parseAccounts(dump: string, place: string, count: number): DumpedRow[] {
  const lines = dump.split('\n').filter((one) => one !== '')
  if (lines.length !== count)
    throw new UsageError(`${place} has ${lines.length} rows instead of ${count}.`)
  return lines.map((one, index) => parseLine(one, `${place}, line ${index + 1},`))
}

function parseLine(json: string, place: string): DumpedRow {
  const value = parse(json, place)
  const dumped = value as DumpedRow
  const problem = findMismatch(line, value)
  if (problem !== undefined) throw new UsageError(`${place} is damaged: ${problem}.`)
  const row = ROWS.get(dumped.table)
  if (row === undefined)
    throw new UsageError(
      `${place} is a row of ${shown(dumped.table)}, which this version does not know. Use the version that wrote it.`,
    )
  const wrong = findMismatch(row, value)
  if (wrong !== undefined) throw new UsageError(`${place} is damaged: ${wrong}.`)
  return dumped
}

function parse(json: string, place: string): unknown {
  try {
    return parseStrictJson(json)
  } catch (error) {
    if (error instanceof StrictJsonError) throw new UsageError(`${place} ${error.message}.`)
    throw error
  }
}
