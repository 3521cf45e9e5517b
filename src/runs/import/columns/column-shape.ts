import { type Sql, sql } from '../../../lib/sql.ts'
/** What a column of a file holds, as far as the conversions care. */
export type Shape = 'text' | 'whole' | 'float' | 'bool' | 'day' | 'timestamp' | 'list' | 'other'

export interface FileColumn {
  readonly name: string
  /** Its type as the engine reads it, such as `Nullable(Float64)`. */
  readonly type: Sql
  readonly shape: Shape
}

const SHAPES: [RegExp, Shape][] = [
  [/^(String|FixedString|Enum|UUID)/, 'text'],
  [/^U?Int(8|16|32|64)$/, 'whole'],
  [/^(U?Int(128|256)|B?Float|Decimal)/, 'float'],
  [/^Bool/, 'bool'],
  [/^Date(32)?$/, 'day'],
  [/^DateTime/, 'timestamp'],
  [/^Array\((Nullable\()?(LowCardinality\()?(Nullable\()?String/, 'list'],
]

export function textColumn(name: string): FileColumn {
  return { name, type: sql`Nullable(String)`, shape: 'text' }
}

export function typedColumn(name: string, type: Sql): FileColumn {
  const plain = withoutWrappers(type.text)
  return { name, type, shape: SHAPES.find(([form]) => form.test(plain))?.[1] ?? 'other' }
}

function withoutWrappers(type: string): string {
  const inner = /^(?:LowCardinality|Nullable)\((.*)\)$/.exec(type)?.[1]
  return inner === undefined ? type : withoutWrappers(inner)
}
