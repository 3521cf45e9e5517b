import type { ReactNode } from 'react'
import type { Cell } from '../../lib/csv.ts'
import {
  change,
  dayText,
  inUnit,
  isoText,
  MISSING,
  price,
  timestampText,
} from '../../lib/writing.ts'
import type { Source } from '../figure/origin.ts'

/** How values of a column are written; its head names the unit once. */
export type Kind =
  | 'text'
  | 'names'
  | 'count'
  | 'usd'
  | 'amount'
  | 'percent'
  | 'change'
  | 'points'
  | 'ratio'
  | 'price'
  | 'day'
  | 'timestamp'
  | 'flag'

export type Raw = Cell | readonly string[]

export interface Column<Row> {
  readonly id: string
  readonly head: string
  readonly kind: Kind
  /** What the column says of a row: sorted, exported and, unless `show` is given, written. */
  value(row: Row): Raw
  show?(row: Row): ReactNode
  /** Explained where the head is pointed at. */
  readonly describe?: string
  /** Size of the unit of money and amounts: 1e6 for millions. */
  readonly unitSize?: number
  readonly decimals?: number
  /** Hidden until chosen. */
  readonly isExtra?: boolean
  /** Stays on a phone. */
  readonly isMain?: boolean
  /** Not sortable, such as a line. */
  readonly isFixed?: boolean
  /** Adds up, so that a total can be shown. */
  readonly addsUp?: boolean
  /** Which answer tells the figure of a row; the cell then opens where it comes from. */
  source?(row: Row): Source | null
}

const UNIT_NAMES = new Map([
  [1, ''],
  [1e3, 'k'],
  [1e6, 'M'],
  [1e9, 'bn'],
])
const LEFT: ReadonlySet<Kind> = new Set(['text', 'names', 'flag'])

/** The unit of a column, for its head. */
export function unitOf<Row>({ kind, unitSize = 1e6 }: Column<Row>): string {
  if (kind === 'usd') return `$${UNIT_NAMES.get(unitSize) ?? ''}`
  if (kind === 'price') return '$'
  if (kind === 'amount') return UNIT_NAMES.get(unitSize) ?? ''
  if (kind === 'percent' || kind === 'change') return '%'
  return kind === 'points' ? 'pp' : ''
}

/** What stands before the full figure of a column. */
export function signOf<Row>({ kind }: Column<Row>): string {
  return kind === 'usd' || kind === 'price' ? '$' : ''
}

export function isLeft(kind: Kind): boolean {
  return LEFT.has(kind)
}

/** A value as text, by the rule of its kind. */
export function writeCell<Row>(column: Column<Row>, row: Row): string {
  return writeValue(column, column.value(row))
}

export function writeValue<Row>(column: Column<Row>, value: Raw): string {
  if (value === null || value === undefined || value === '') return MISSING
  if (typeof value === 'number') return writeNumber(column, value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : value.length === 0 ? MISSING : value.join(', ')
}

function writeNumber<Row>(column: Column<Row>, value: number): string {
  const { kind, unitSize = 1e6, decimals } = column
  if (kind === 'usd' || kind === 'amount') return inUnit(value, unitSize, decimals ?? 1)
  if (kind === 'change' || kind === 'points') return change(value, decimals ?? 2)
  if (kind === 'percent' || kind === 'ratio') return inUnit(value, 1, decimals ?? 2)
  if (kind === 'price') return price(value)
  if (kind === 'day') return dayText(value)
  return kind === 'timestamp' ? timestampText(value) : inUnit(value, 1, decimals ?? 0)
}

/** A value for files: every digit, times in ISO 8601, names in one cell. */
export function exportCell<Row>(column: Column<Row>, row: Row): Cell {
  const value = column.value(row)
  if (typeof value === 'number' && (column.kind === 'day' || column.kind === 'timestamp')) {
    const iso = isoText(value)
    return column.kind === 'day' ? iso.slice(0, 10) : iso
  }
  return isNames(value) ? value.join(';') : value
}

/** The head of an exported column says the unit of its full figures. */
export function exportHead<Row>(column: Column<Row>): string {
  const unit = column.kind === 'usd' || column.kind === 'price' ? ' (USD)' : ''
  return `${column.head}${column.kind === 'change' || column.kind === 'percent' ? ' (%)' : unit}`
}

export function isNames(value: Raw): value is readonly string[] {
  return Array.isArray(value)
}

/** What most columns are beside their kind. */
export const MAIN = { isMain: true }
export const EXTRA = { isExtra: true }
export const SUM = { addsUp: true }
export const MAIN_SUM = { isMain: true, addsUp: true }

/** Members of a row that a column may show as they are. */
type Shown<Row> = { [Name in keyof Row]-?: Row[Name] extends Raw ? Name : never }[keyof Row]

/** Money in other units than millions. */
const MONEY = {
  usdK: { kind: 'usd', unitSize: 1e3 },
  usdBn: { kind: 'usd', unitSize: 1e9, decimals: 2 },
} as const

/** A column in one line; its value is a member of the row, or what is made of it. */
export function column<Row>(
  kind: Kind | keyof typeof MONEY,
  id: string,
  head: string,
  value: Shown<Row> | ((row: Row) => Raw),
  more: Partial<Omit<Column<Row>, 'kind' | 'id' | 'head' | 'value'>> = {},
): Column<Row> {
  const read = typeof value === 'function' ? value : (row: Row) => row[value] as Raw
  const written = kind === 'usdK' || kind === 'usdBn' ? MONEY[kind] : { kind }
  return { ...written, id, head, value: read, ...more }
}

/** The class of the cells of a column. */
export function classOf<RowType>({ kind, isMain }: Column<RowType>): string {
  return `${isLeft(kind) ? 'left' : ''} ${isMain === true ? '' : 'wide-only'}`.trim()
}
