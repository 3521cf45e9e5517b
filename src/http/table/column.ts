import { choicesOf, fixedMembersOf, type JsonSchema } from './schema.ts'

/** `json`: a list or map inside of a row. */
export type ColumnKind = 'text' | 'number' | 'integer' | 'boolean' | 'time' | 'json'

export interface TableColumn {
  readonly name: string
  readonly kind: ColumnKind
  /** What a time is written as in the JSON. */
  readonly time: TimeForm | undefined
  readonly description: string | undefined
  readonly unit: Unit | undefined
  /** What its values are in the JSON. */
  readonly schemas: readonly JsonSchema[]
}

/** What a number counts, where its description says so. */
export type Unit = 'usd' | 'percent'

export type TimeForm = 'seconds' | 'milliseconds' | 'text'

/** A column of a row and the members that lead to it. */
export interface RowColumn {
  readonly column: TableColumn
  readonly path: readonly string[]
}

/** Columns of a row: nested members `a.b`, lists and maps one each; older forms are left out. */
export function columnsOfRow(schemas: readonly JsonSchema[], path: readonly string[]): RowColumn[] {
  const choices = schemas.flatMap(choicesOf)
  const shapes = choices.flatMap((choice) => fixedMembersOf(choice) ?? [])
  if (shapes.length === 0 || (path.length > 0 && shapes.length < countMembers(choices)))
    return [{ column: columnOf(path.join('.'), choices), path }]
  const members = Map.groupBy(shapes, ([name]) => name)
  return [...members].flatMap(([name, found]) =>
    columnsOfRow(
      found.map(([, schema]) => schema),
      [...path, name],
    ),
  )
}

/** Members of shapes, and one for each choice that is none: more than the members alone. */
function countMembers(choices: readonly JsonSchema[]): number {
  return choices.reduce((sum, choice) => sum + (fixedMembersOf(choice)?.length ?? 1), 0)
}

export function columnOf(name: string, schemas: readonly JsonSchema[]): TableColumn {
  if (name === '') throw new Error('A value that is no object needs a name: =name.')
  const choices = schemas.flatMap(choicesOf)
  const times = new Set(choices.map(timeFormOf))
  const [time] = times
  const kind = times.size === 1 && time !== undefined ? 'time' : kindOf(choices)
  const description = choices.find((choice) => choice.description !== undefined)?.description
  const unit = kind === 'number' || kind === 'integer' ? unitOf(description) : undefined
  const form = kind === 'time' ? time : undefined
  return { name, kind, time: form, description, unit, schemas: choices }
}

/** The same column of two forms of a response. */
export function mergeColumns(one: TableColumn, other: TableColumn): TableColumn {
  const { description, ...column } = columnOf(one.name, [...one.schemas, ...other.schemas])
  return { ...column, description: one.description ?? description }
}

/** The key of a map. */
export function keyColumn(name: string, isTime: boolean): TableColumn {
  const description = isTime ? 'Unix seconds, as text' : undefined
  return columnOf(name, [{ type: 'string', ...(description !== undefined && { description }) }])
}

function unitOf(description = ''): Unit | undefined {
  if (/\bmillions\b/.test(description)) return undefined
  if (/\b(US dollars|USD)\b/.test(description)) return 'usd'
  return /\bpercent\b/i.test(description) ? 'percent' : undefined
}

/** A time says so in its description, as those of described.ts do. */
function timeFormOf({ type, description = '' }: JsonSchema): TimeForm | undefined {
  if (type === 'integer' || type === 'number') {
    if (/\bUnix milliseconds\b/.test(description)) return 'milliseconds'
    return /\bUnix seconds\b/.test(description) ? 'seconds' : undefined
  }
  if (type !== 'string') return undefined
  if (/\bUnix seconds\b/.test(description)) return 'seconds'
  return /\b(ISO 8601|YYYY-MM-DD)\b/.test(description) ? 'text' : undefined
}

function kindOf(choices: readonly JsonSchema[]): ColumnKind {
  // Always null.
  if (choices.length === 0) return 'text'
  const types = new Set(choices.map(scalarTypeOf))
  if (types.has(undefined)) return 'json'
  const [only] = types
  if (types.size === 1) return only ?? 'text'
  return [...types].every((type) => type === 'integer' || type === 'number') ? 'number' : 'text'
}

function scalarTypeOf({ type, enum: choices }: JsonSchema) {
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  return type === 'string' || choices?.every((choice) => typeof choice === 'string')
    ? 'text'
    : undefined
}
