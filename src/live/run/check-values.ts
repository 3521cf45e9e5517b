import type { Column } from '../../store/columns.ts'
import { type Fact, QUALITIES, sourceColumns } from '../../store/fact.ts'

/** Why a value cannot be kept; empty where it can. */
type ValueCheck = (value: unknown) => string

/** The last second of the year 2105, as for files. */
const LAST_SEC = 4_291_747_199
const MAX_SHOWN = 60
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+|NaN|Infinity)(e[+-]?\d+)?$/i
const WHOLE = /^[+-]?\d{1,19}$/
const DIGITS = /^(0|[1-9]\d{0,77})$/
const TOO_MANY_DIGITS = 2n ** 256n
const BOOLS = ['true', '1', 'false', '0']

const checks = new WeakMap<Fact, (row: Readonly<Record<string, unknown>>) => string>()

/**
 * The first reason why a row cannot be kept, empty where it can. Rows made by code are few and have
 * types, so the engine is not asked; files, whose rows are many and texts, are checked in SQL with
 * the same reasons (runs/import/columns, to which the test compares this).
 */
export function findProblem(fact: Fact, row: Readonly<Record<string, unknown>>): string {
  return checks.getOrInsertComputed(fact, compile)(row)
}

function compile(fact: Fact): (row: Readonly<Record<string, unknown>>) => string {
  const declared: Readonly<Record<string, Column<unknown>>> = { ...fact.key, ...fact.values }
  const columns = [...sourceColumns(fact), 'quality'].map((name) => {
    const column = declared[name]
    const other = name === 'quality' ? checkQuality : checkTime
    return { name, check: column === undefined ? other : checkOf(column) }
  })
  return (row) => {
    for (const { name, check } of columns) {
      const problem = check(row[name] ?? null)
      if (problem !== '') return `${name}: ${problem}`
    }
    return ''
  }
}

function checkOf(column: Column<unknown>): ValueCheck {
  const isOptional = column.nullable || (column.kind === 'bool' && column.absent !== undefined)
  const needed =
    (what: string, isOne: (text: string, value: unknown) => boolean): ValueCheck =>
    (value) => {
      if (!isGiven(value)) return isOptional ? '' : 'missing'
      return isOne(textOf(value), value) ? '' : quoted(`not ${what}`, value)
    }
  switch (column.kind) {
    case 'text':
    case 'word':
      return checkText(column)
    case 'float': {
      const isNumber = needed('a number', (text) => NUMBER.test(text))
      return (value) => isNumber(value) || notFinite(value)
    }
    case 'int':
      return needed('a whole number', isWhole)
    case 'digits':
      return needed(
        'a whole number from 0 to 2^256 - 1 in plain digits',
        (text) => DIGITS.test(text) && BigInt(text) < TOO_MANY_DIGITS,
      )
    case 'bool':
      return needed('true or false', (text) => BOOLS.includes(text.toLowerCase()))
    case 'texts':
      return checkTexts
  }
}

/** Characters are counted only where there are many UTF-16 units, of which there are never fewer. */
function checkText({ nullable, absent, min = 1, max = Infinity }: Column<unknown>): ValueCheck {
  const isNeeded = !nullable && absent === undefined
  return (value) => {
    const text = value === null ? '' : textOf(value)
    if (isNeeded && min > 0 && text === '') return 'missing'
    if (!text.isWellFormed()) return 'not UTF-8 text'
    if (text.includes('\0')) return 'holds a NUL character'
    if (text.length > max && [...text].length > max)
      return quoted(`longer than ${max} characters`, value)
    return isNeeded && min > 1 && [...text].length < min
      ? quoted(`shorter than ${min} characters`, value)
      : ''
  }
}

function notFinite(value: unknown): string {
  return !isGiven(value) || Number.isFinite(Number(value))
    ? ''
    : quoted('not a finite number', value)
}

/** Above 2^53 a float cannot hold every whole number, but its digits may be meant. */
function isWhole(text: string): boolean {
  if (WHOLE.test(text)) return BigInt.asIntN(64, BigInt(text)) === BigInt(text)
  return NUMBER.test(text) && Number.isSafeInteger(Number(text))
}

function checkTexts(value: unknown): string {
  if (value === null) return ''
  if (!Array.isArray(value)) return quoted('not a list of texts', value)
  if (value.some((text) => text === null || text === undefined))
    return quoted('a list with an empty member', value)
  return value.every((text) => String(text).isWellFormed()) ? '' : 'not UTF-8 text'
}

function checkTime(value: unknown): string {
  if (!isGiven(value)) return 'missing'
  const text = textOf(value)
  if (!isWhole(text)) return quoted('not a time', value)
  const sec = Number(text)
  if (sec < 0) return quoted('before 1970', value)
  if (sec <= LAST_SEC) return ''
  const unit = sec >= 1e17 ? 'nano' : sec >= 1e14 ? 'micro' : sec >= 1e11 ? 'milli' : ''
  const guess = unit === '' ? '' : ` (${unit}seconds?)`
  return `${text} is past the year 2105${guess}; expected are Unix seconds or an ISO date from 1970 to 2105`
}

function checkQuality(value: unknown): string {
  if (!isGiven(value) || (QUALITIES as readonly unknown[]).includes(value)) return ''
  return quoted(`not one of ${QUALITIES.join(', ')}`, value)
}

function isGiven(value: unknown): boolean {
  return value !== null && !['', 'NULL', 'null'].includes(textOf(value))
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function quoted(problem: string, value: unknown): string {
  return `${problem} ("${[...textOf(value)].slice(0, MAX_SHOWN).join('')}")`
}
