import { literal, type Sql, sql } from '../../../lib/sql.ts'
import type { Column } from '../../../store/columns.ts'
import type { Shape } from './column-shape.ts'

/** A rule a value can break: condition and reason, both SQL. A NULL condition is not broken. */
export interface Check {
  readonly broken: Sql
  readonly reason: Sql
  /** Breaking it means that the file as a whole is not what it should be. */
  readonly wholeFile?: boolean
}

/** How one column of a file becomes one column of a fact; SQL throughout. */
export interface Conversion {
  readonly value: Sql
  readonly checks: readonly Check[]
  /** What is stored when no check is broken. */
  readonly stored: Sql
}

/** SQL names of a value as read and as converted, and what it is in the file. */
export interface Place {
  readonly name: string
  readonly raw: Sql
  readonly value: Sql
  readonly shape: Shape
}

const NEEDED: Record<Column<unknown>['kind'], { what: string; shapes: readonly Shape[] }> = {
  text: { what: 'a text', shapes: ['text', 'whole', 'float', 'bool', 'day', 'timestamp'] },
  word: { what: 'a text', shapes: ['text', 'whole', 'float', 'bool', 'day', 'timestamp'] },
  float: { what: 'a number', shapes: ['text', 'whole', 'float'] },
  int: { what: 'a whole number', shapes: ['text', 'whole', 'float'] },
  digits: { what: 'a whole number', shapes: ['text', 'whole', 'float'] },
  bool: { what: 'true or false', shapes: ['text', 'bool', 'whole'] },
  texts: { what: 'a list of texts', shapes: ['text', 'list'] },
}

const DIGITS_WANTED = 'not a whole number from 0 to 2^256 - 1 in plain digits'

/** What a column needs to be in a file that has types, or `undefined` when what it is will do. */
export function typeProblem(column: Column<unknown>, shape: Shape): string | undefined {
  const { what, shapes } = NEEDED[column.kind]
  return shapes.includes(shape) ? undefined : what
}

const CONVERSIONS: Record<
  Column<unknown>['kind'],
  (place: Place, column: Column<unknown>) => Conversion
> = {
  text: convertText,
  word: convertText,
  float: (place, column) => convertNumber(place, column, floatNumber(place)),
  int: (place, column) => convertNumber(place, column, wholeNumber(place)),
  digits: convertDigits,
  bool: convertBool,
  texts: convertTexts,
}

export function convert(column: Column<unknown>, place: Place): Conversion {
  return CONVERSIONS[column.kind](place, column)
}

/** SQL that is true when the file gives a value at all. */
export function given({ raw, shape }: Place): Sql {
  return shape === 'text'
    ? sql`(isNotNull(${raw}) AND ${raw} NOT IN ('', 'NULL', 'null'))`
    : sql`isNotNull(${raw})`
}

/** SQL of a reason that quotes the value. */
export function reasonWith({ name, raw }: Place, problem: string): Sql {
  return sql`concat(${literal(`${name}: ${problem} ("`)}, substringUTF8(ifNull(toString(${raw}), ''), 1, 60), '")')`
}

/** The check that there is a value, and that it could be converted. */
export function readable(place: Place, nullable: boolean, what: string): Check {
  const unread = sql`isNull(${place.value})`
  return {
    broken: nullable ? sql`(${unread} AND ${given(place)})` : unread,
    reason: sql`if(${given(place)}, ${reasonWith(place, `not ${what}`)}, ${literal(`${place.name}: missing`)})`,
  }
}

function convertText(place: Place, column: Column<unknown>): Conversion {
  const { raw, name, value } = place
  const text = place.shape === 'text' ? raw : sql`toString(${raw})`
  const least = column.min ?? 1
  const hasNul = sql`(position(${value}, '\\0') > 0)`
  const checks: Check[] = [
    { broken: sql`(NOT isValidUTF8(${value}))`, reason: literal(`${name}: not UTF-8 text`) },
    { broken: hasNul, reason: literal(`${name}: holds a NUL character`) },
  ]
  if (column.max !== undefined) {
    // Bytes are counted first: characters cannot be more than bytes, and are slower to count.
    const broken = sql`(length(${value}) > ${column.max} AND lengthUTF8(${value}) > ${column.max})`
    checks.push({ broken, reason: reasonWith(place, `longer than ${column.max} characters`) })
  }
  if (column.nullable) return { value: sql`nullIf(${text}, '')`, checks, stored: value }
  if (column.absent !== undefined)
    return { value: text, checks, stored: sql`ifNull(nullIf(${value}, ''), ${column.absent})` }
  const isMissing = sql`(isNull(${value}) OR ${value} = '')`
  if (least > 0) checks.unshift({ broken: isMissing, reason: literal(`${name}: missing`) })
  const tooShort = reasonWith(place, `shorter than ${least} characters`)
  if (least > 1) checks.push({ broken: sql`(lengthUTF8(${value}) < ${least})`, reason: tooShort })
  return { value: text, checks, stored: sql`ifNull(${value}, '')` }
}

function convertNumber(place: Place, column: Column<unknown>, value: Sql): Conversion {
  const { kind, nullable, min, max } = column
  const checks = [readable(place, nullable, NEEDED[kind].what)]
  const refuse = (broken: Sql, problem: string) =>
    checks.push({ broken, reason: reasonWith(place, problem) })
  if (kind === 'float') refuse(sql`(NOT isFinite(${place.value}))`, 'not a finite number')
  if (min !== undefined) refuse(sql`(${place.value} < ${min})`, `below ${min}`)
  if (max !== undefined) refuse(sql`(${place.value} > ${max})`, `above ${max}`)
  const stored = nullable ? place.value : sql`assumeNotNull(${place.value})`
  return { value, checks, stored }
}

function floatNumber({ raw, shape }: Place): Sql {
  return shape === 'text' ? sql`toFloat64OrNull(${raw})` : sql`toFloat64(${raw})`
}

/** Whole numbers as such, or written as 5.0 or 1e3; anything else is NULL. */
export function wholeNumber({ raw, shape }: Place): Sql {
  if (shape === 'whole') return sql`accurateCastOrNull(${raw}, 'Int64')`
  if (shape === 'float') return wholeFloat(sql`toFloat64(${raw})`)
  return sql`if(isNull(toInt64OrNull(${raw})), ${wholeFloat(sql`toFloat64OrNull(${raw})`)}, toInt64OrNull(${raw}))`
}

function wholeFloat(number: Sql): Sql {
  // Above 2^53 a float cannot hold every whole number.
  return sql`if(${number} = trunc(${number}) AND abs(${number}) < 9007199254740992, toInt64(${number}), NULL)`
}

/** Stored as text, in the spelling of a 256-bit number. */
function convertDigits(place: Place, column: Column<unknown>): Conversion {
  const { raw, value, shape } = place
  const broken = sql`(${given(place)} AND ifNull(toString(toUInt256OrNull(${value})) != ${value}, 1))`
  const refused = { broken, reason: reasonWith(place, DIGITS_WANTED) }
  const text = shape === 'text' ? raw : sql`toString(${raw})`
  return {
    value: sql`if(${given(place)}, ${text}, NULL)`,
    checks: [readable(place, column.nullable, 'a whole number'), refused],
    stored: column.nullable ? value : sql`ifNull(${value}, '')`,
  }
}

function convertBool(place: Place, column: Column<unknown>): Conversion {
  const { raw, shape } = place
  const text = shape === 'text' ? sql`lower(${raw})` : sql`toString(${raw})`
  return {
    value: sql`multiIf(${text} IN ('true', '1'), true, ${text} IN ('false', '0'), false, NULL)`,
    checks: [readable(place, column.nullable || column.absent !== undefined, 'true or false')],
    stored: column.nullable
      ? place.value
      : sql`ifNull(${place.value}, ${column.absent ?? sql`false`})`,
  }
}

function convertTexts(place: Place): Conversion {
  const { raw, name, value } = place
  const stored = sql`arrayMap(text -> ifNull(text, ''), ${value})`
  const gap: Check = {
    broken: sql`arrayExists(text -> isNull(text), ${value})`,
    reason: reasonWith(place, 'a list with an empty member'),
  }
  const invalid: Check = {
    broken: sql`arrayExists(text -> NOT isValidUTF8(text), ${value})`,
    reason: literal(`${name}: not UTF-8 text`),
  }
  if (place.shape === 'list') return { value: raw, checks: [gap, invalid], stored }
  const text = sql`trimBoth(ifNull(${raw}, ''))`
  const isOther = sql`(startsWith(${text}, '{') OR (startsWith(${text}, '[') AND NOT isValidJSON(${text})))`
  const other: Check = { broken: isOther, reason: reasonWith(place, 'not a list of texts') }
  const parsed = sql`if(startsWith(${text}, '['), JSONExtract(${text}, 'Array(Nullable(String))'), splitByChar('|', ${text}))`
  return { value: sql`if(${text} = '', [], ${parsed})`, checks: [other, gap], stored }
}
