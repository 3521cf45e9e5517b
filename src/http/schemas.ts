import Type from 'typebox'

/** An object of exactly these members: a test fails on one that is missing or not declared. */
export function shape<P extends Record<string, Type.TSchema>>(
  members: P,
  options: { description?: string } = {},
) {
  return Type.Object(members, { additionalProperties: false, ...options })
}

/** A value that may be unknown; it is then `null`, never 0 and never left out. */
export function nullable<T extends Type.TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** An object from names, such as chains, to values. */
export function mapOf<T extends Type.TSchema>(value: T, description: string) {
  return Type.Record(Type.String(), value, { description })
}
