import type { Column } from '../../store/columns.ts'
import { type Fact, QUALITIES } from '../../store/fact.ts'

/** The last second of the year 2105, as for files. */
const LAST_SEC = 4_291_747_199
// Numbers of up to 77 digits are below 2^256 whatever they are.
const PLAIN_DIGITS = /^(0|[1-9]\d{0,76})$/

/** Whether every value has its column's own type and bounds, so that no file check can fail. */
export function isPlainRow(fact: Fact, row: Readonly<Record<string, unknown>>): boolean {
  if (!(QUALITIES as readonly unknown[]).includes(row.quality)) return false
  if (
    fact.time !== undefined &&
    !isWithin(row[fact.time], { min: 0, max: LAST_SEC }, Number.isSafeInteger)
  )
    return false
  for (const columns of [fact.key, fact.values]) {
    for (const [name, column] of Object.entries(columns))
      if (!isPlain(row[name], column)) return false
  }
  return true
}

function isPlain(value: unknown, column: Column<unknown>): boolean {
  if (value === null) return column.nullable
  switch (column.kind) {
    case 'text':
    case 'word':
      return isPlainText(value, column)
    case 'float':
      return isWithin(value, column, Number.isFinite)
    case 'int':
      return isWithin(value, column, Number.isSafeInteger)
    case 'digits':
      return typeof value === 'string' && PLAIN_DIGITS.test(value)
    case 'bool':
      return typeof value === 'boolean'
    case 'texts':
      return (
        Array.isArray(value) &&
        value.every((text) => typeof text === 'string' && text.isWellFormed())
      )
  }
}

/** UTF-16 units are never fewer than characters, so their count is a safe upper bound. */
function isPlainText(
  value: unknown,
  { nullable, min = 1, max = Number.POSITIVE_INFINITY }: Column<unknown>,
): boolean {
  if (
    typeof value !== 'string' ||
    value.length > max ||
    value.includes('\0') ||
    !value.isWellFormed()
  )
    return false
  return nullable || (min <= 1 ? value.length >= min : [...value].length >= min)
}

function isWithin(
  value: unknown,
  {
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  }: Pick<Column<unknown>, 'min' | 'max'>,
  isKind: (value: unknown) => boolean,
): boolean {
  return typeof value === 'number' && isKind(value) && value >= min && value <= max
}
