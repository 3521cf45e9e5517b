import Type from 'typebox'
import { DUMPED_TABLES, type DumpedRow } from '../../accounts/dump.ts'
import { UsageError } from '../../lib/errors.ts'
import { shown } from '../../lib/shown.ts'
import { strictObject } from '../../lib/strict-object.ts'
import { parsePlain, requireForm } from '../snapshot/manifest.ts'

const MAX_TEXT = 16 << 20
const text = Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()])
const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number
const int = Type.Union([Type.Integer({ minimum, maximum }), Type.Null()])
const anyRow = Type.Record(Type.String(), Type.Unknown())
const line = strictObject({ table: Type.String({ maxLength: 64 }), row: anyRow })

/** The columns of each table, no more and no fewer, with values of their types. */
const ROWS = new Map(
  Object.entries(DUMPED_TABLES).map(([table, columns]) => {
    const members = [
      ...columns.text.map((name) => [name, text] as const),
      ...columns.int.map((name) => [name, int] as const),
    ]
    return [table, Type.Object({ row: strictObject(Object.fromEntries(members)) })]
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
  const value = parsePlain(json, place)
  requireForm(line, value, place)
  const dumped = value as DumpedRow
  const row = ROWS.get(dumped.table)
  if (row === undefined)
    throw new UsageError(
      `${place} is a row of ${shown(dumped.table)}, which this version does not know. Use the version that wrote it.`,
    )
  requireForm(row, value, place)
  return dumped
}
