import { UsageError } from '../../../lib/errors.ts'
import type { Column } from '../../../store/columns.ts'
import { type Fact, QUALITIES, sourceColumns } from '../../../store/fact.ts'
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
  file: { name: string; format: string; columns: readonly FileColumn[] },
  fact: Fact,
): NamedConversion[] {
  const declared: Record<string, Column<unknown>> = { ...fact.key, ...fact.values }
  return [...sourceColumns(fact), 'quality'].map((name) => {
    const index = file.columns.findIndex((column) => column.name === name)
    const column = file.columns[index]
    const place: Place = {
      name,
      raw: `raw_${index}`,
      value: `value_${name}`,
      shape: column?.shape ?? 'text',
      emptyList: file.format === 'csv',
    }
    if (column === undefined) return { name, place, conversion: absent(name, place) }
    const kind = declared[name]
    if (kind === undefined)
      return {
        name,
        place,
        conversion: name === 'quality' ? convertQuality(place) : convertTime(place),
      }
    const needed = typeProblem(kind, place.shape)
    if (needed !== undefined)
      throw new UsageError(
        `${file.name}: column ${name} is ${column.type} in the file; it must be ${needed}`,
      )
    return { name, place, conversion: convert(kind, place) }
  })
}

/**
 * The same rows in normalized spelling. Columns are renamed and renamed back, since SQL would mix
 * old and new values.
 */
export function normalized(fact: Fact, select: string, others: readonly string[]): string {
  if (Object.keys(fact.normalize).length === 0) return select
  const columns = sourceColumns(fact).map((name) => ({ name, sql: fact.normalize[name] }))
  const spelled = columns.map(({ name, sql }) =>
    sql === undefined ? name : `${sql} AS normal_${name}`,
  )
  const renamed = columns.map(({ name, sql }) =>
    sql === undefined ? name : `normal_${name} AS ${name}`,
  )
  return `SELECT ${[...renamed, ...others].join(', ')} FROM (SELECT ${[...spelled, ...others].join(', ')} FROM (${select}))`
}

function absent(name: string, place: Place): Conversion {
  return { value: name === 'quality' ? "'ok'" : 'NULL', checks: [], stored: place.value }
}

function convertQuality(place: Place): Conversion {
  const known = QUALITIES.map((quality) => `'${quality}'`).join(', ')
  return {
    value: `if(${given(place)}, toString(${place.raw}), 'ok')`,
    checks: [
      {
        broken: `(${place.value} NOT IN (${known}))`,
        reason: reasonWith(place, `not one of ${QUALITIES.join(', ')}`),
      },
    ],
    stored: `assumeNotNull(${place.value})`,
  }
}
