/** What of a JSON schema says what the columns of a table are. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema | readonly JsonSchema[]
}

/** What a response may be at one place: the choices of a union one by one, without `null`. */
export function choicesOf(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf !== undefined)
    return schema.anyOf.flatMap((choice) => choicesOf(withDescription(choice, schema)))
  if (schema.allOf !== undefined) return [schema.allOf.reduce(joined)]
  return schema.type === 'null' ? [] : [schema]
}

/** What a union says of itself holds for each of its choices. */
function withDescription(choice: JsonSchema, { description }: JsonSchema): JsonSchema {
  return description === undefined || choice.description !== undefined
    ? choice
    : { ...choice, description }
}

function joined(one: JsonSchema, other: JsonSchema): JsonSchema {
  return { ...one, ...other, properties: { ...one.properties, ...other.properties } }
}

/** What the members of a map are; `undefined` of an object with fixed members. */
export function mapValueOf(schema: JsonSchema): JsonSchema | undefined {
  const [value] = Object.values(schema.patternProperties ?? {})
  if (value !== undefined) return value
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}

export function itemsOf({ items }: JsonSchema): JsonSchema | undefined {
  return Array.isArray(items) ? undefined : (items as JsonSchema | undefined)
}

export function placesOf({ items }: JsonSchema): readonly JsonSchema[] | undefined {
  return Array.isArray(items) ? (items as JsonSchema[]) : undefined
}

/** An object whose members are all known by name, so that each can be a column. */
export function fixedMembersOf(schema: JsonSchema): [string, JsonSchema][] | undefined {
  const members = Object.entries(schema.properties ?? {})
  return members.length === 0 || mapValueOf(schema) !== undefined ? undefined : members
}
