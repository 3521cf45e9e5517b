import Type from 'typebox'

/** An object of exactly these members: a test fails on one that is missing or not declared. */
export function shape<P extends Record<string, Type.TSchema>>(
  members: P,
  options: { description?: string } = {},
) {
  return Type.Object(members, { additionalProperties: false, ...options })
}

/** A shape with a name of its own in the API document: a type of that name in generated clients. */
export function namedShape<P extends Record<string, Type.TSchema>>(
  title: string,
  members: P,
  options: { description?: string } = {},
) {
  return Type.Object(members, { additionalProperties: false, title, ...options })
}

/** The same shape under another name: as a row of a list it may lack what `fields` leaves out. */
export function titled<T extends Type.TSchema>(schema: T, title: string): T {
  return { ...schema, title } as T
}

/** A value that may be unknown: `null`, never 0 nor left out; its description says when. */
export function nullable<T extends Type.TSchema>(schema: T) {
  const { description, ...plain } = schema as T & { description?: string }
  if (description === undefined) return Type.Union([schema, Type.Null()])
  const whenNull = /\bnull\b/i.test(description) ? '' : '; null when unknown'
  return Type.Union([plain as T, Type.Null()], {
    description: description.replace(/\.$/, '') + whenNull,
  })
}

/** An object from names, such as chains, to values. */
export function mapOf<T extends Type.TSchema>(value: T, description: string) {
  return Type.Record(Type.String(), value, { description })
}
