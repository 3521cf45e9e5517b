import { UsageError } from '../../../lib/errors.ts'
import { identifier, joinSql, literal, type Sql, sql } from '../../../lib/sql.ts'
import type { Column } from '../../../store/columns.ts'
import { type Fact, QUALITIES, sourceColumns } from '../../../store/fact.ts'
import { rawPrefix, showName } from './column-names.ts'
import { type ColumnRules, NO_RULES, nameInFile } from './column-rules.ts'
import type { FileColumn } from './column-shape.ts'
import { convertTime } from './time-expression.ts'
import {
  type Conversion,
  convert,
  given,
  type Place,
  reasonWith,
  typeProblem,
} from './value-expressions.ts'

export interface NamedConversion {
  name: string
  place: Place
  conversion: Conversion
}

/** How the columns of a file become those of a fact, its quality included. */
export function conversionsOf(
  file: {
    name: string
    format: string
    columns: readonly FileColumn[]
    present?: readonly string[]
    rules?: ColumnRules
  },
  fact: Fact,
): NamedConversion[] {
  const { present = [], rules = NO_RULES } = file
  const declared: Record<string, Column<unknown>> = { ...fact.key, ...fact.values }
  const prefix = rawPrefix(file.columns.map((column) => column.name))
  return [...sourceColumns(fact), 'quality'].map((name) => {
    const set = rules.set[name]
    const inFile = nameInFile(rules, present, name)
    const index = file.columns.findIndex((column) => column.name === inFile)
    const column = set === undefined ? file.columns[index] : undefined
    const place: Place = {
      name,
      raw: rawOf(set, index < 0 ? undefined : `${prefix}${index}`),
      value: identifier(`value_${name}`),
      shape: column?.shape ?? 'text',
    }
    const kind = declared[name]
    if (column === undefined && set === undefined)
      return { name, place, conversion: absent(name, kind) }
    if (kind === undefined)
      return {
        name,
        place,
        conversion: name === 'quality' ? convertQuality(place) : convertTime(place, rules.time),
      }
    const needed = typeProblem(kind, place.shape)
    if (needed !== undefined)
      throw new UsageError(
        `${file.name}: column ${showName(inFile)} is ${showName(String(column?.type.text))} in the file; it must be ${needed}`,
      )
    return { name, place, conversion: convert(kind, place) }
  })
}

/** The rows in normalized spelling; renamed and back, since SQL would mix old and new values. */
export function normalized(fact: Fact, select: Sql, others: readonly Sql[]): Sql {
  if (Object.keys(fact.normalize).length === 0) return select
  const columns = sourceColumns(fact).map((name) => ({ name, spelling: fact.normalize[name] }))
  const spelled = columns.map(({ name, spelling }) =>
    spelling === undefined ? identifier(name) : sql`${spelling} AS ${identifier(`normal_${name}`)}`,
  )
  const renamed = columns.map(({ name, spelling }) =>
    spelling === undefined
      ? identifier(name)
      : sql`${identifier(`normal_${name}`)} AS ${identifier(name)}`,
  )
  return sql`SELECT ${joinSql([...renamed, ...others])} FROM (SELECT ${joinSql([...spelled, ...others])} FROM (${select}))`
}

/** A value that was given for all rows, or the column of the file; neither where it is absent. */
function rawOf(set: string | undefined, column: string | undefined): Sql {
  if (set !== undefined) return sql`CAST(${literal(set)}, 'Nullable(String)')`
  return column === undefined ? sql`NULL` : identifier(column)
}

function absent(name: string, kind: Column<unknown> | undefined): Conversion {
  const stored = name === 'quality' ? sql`'ok'` : (kind?.absent ?? sql`NULL`)
  return { value: sql`NULL`, checks: [], stored }
}

function convertQuality(place: Place): Conversion {
  const known = joinSql(QUALITIES.map((quality) => literal(quality)))
  return {
    value: sql`if(${given(place)}, toString(${place.raw}), 'ok')`,
    checks: [
      {
        broken: sql`(${place.value} NOT IN (${known}))`,
        reason: reasonWith(place, `not one of ${QUALITIES.join(', ')}`),
      },
    ],
    stored: sql`assumeNotNull(${place.value})`,
  }
}
