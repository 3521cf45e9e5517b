import type { TSchema } from 'typebox'

type Schema = Readonly<Record<string, unknown>>

/** The schema of a response whose rows may lack members, as `fields` asks for. */
export function withPartialRows(schema: TSchema, members: readonly string[]): TSchema {
  return changeList(schema as Schema, members, withoutRequired) as TSchema
}

/** The names of the members that rows may have. */
export function rowMembers(schema: TSchema, members: readonly string[]): string[] {
  const names: string[] = []
  changeList(schema as Schema, members, (row) => {
    names.push(...Object.keys((row.properties ?? {}) as object))
    return row
  })
  return [...new Set(names)]
}

function withoutRequired({ required: _, ...row }: Schema): Schema {
  return row
}

/** Changes each shape that an element of a list may have; other forms of the response stay. */
function changeList(
  schema: Schema,
  members: readonly string[],
  change: (row: Schema) => Schema,
): Schema {
  const { anyOf } = schema as { anyOf?: readonly Schema[] }
  if (anyOf !== undefined)
    return { ...schema, anyOf: anyOf.map((choice) => changeList(choice, members, change)) }
  const [name, ...rest] = members
  if (name === undefined) return changeItems(schema, change)
  const properties = schema.properties as Readonly<Record<string, Schema>> | undefined
  const member = properties?.[name]
  if (member === undefined) return schema
  return { ...schema, properties: { ...properties, [name]: changeList(member, rest, change) } }
}

function changeItems(schema: Schema, change: (row: Schema) => Schema): Schema {
  const { items } = schema as { items?: Schema }
  return items === undefined || Array.isArray(items)
    ? schema
    : { ...schema, items: changeRow(items, change) }
}

function changeRow(row: Schema, change: (row: Schema) => Schema): Schema {
  const { anyOf } = row as { anyOf?: readonly Schema[] }
  if (anyOf !== undefined)
    return { ...row, anyOf: anyOf.map((choice) => changeRow(choice, change)) }
  return row.type === 'object' ? change(row) : row
}
