import { isDeepStrictEqual } from 'node:util'

export type JsonObject = Record<string, unknown>

const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/

/** The named schemas of the document. */
export class Components {
  readonly schemas: JsonObject = {}
  readonly #bodies = new Map<string, JsonObject>()

  /** A schema in the words of OpenAPI 3.1; those with a title become references. */
  describe(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.describe(item))
    if (schema === null || typeof schema !== 'object') return schema
    const { title, ...plain } = schema as JsonObject
    if (typeof title !== 'string' || !TYPE_NAME.test(title)) return this.#describePlain(schema)
    return this.#add(title, this.#describePlain(plain))
  }

  /** A reference to a body's schema: by its title, the name of an equal one before it, or this. */
  describeBody(name: string, schema: unknown): unknown {
    const described = this.describe(schema) as JsonObject
    if ('$ref' in described) return described
    const text = JSON.stringify(described)
    const known = this.#bodies.get(text)
    if (known !== undefined) return known
    const reference = this.#add(name, described)
    this.#bodies.set(text, reference)
    return reference
  }

  /** What a member says of its value, unlike others of its type, stands beside the reference. */
  #add(name: string, described: JsonObject): JsonObject {
    const { description, ...type } = described
    const known = (this.schemas[name] ?? described) as JsonObject
    const { description: knownDescription, ...knownType } = known
    if (!isDeepStrictEqual(knownType, type))
      throw new Error(`Two different schemas are called ${name}.`)
    this.schemas[name] = known
    const reference = { $ref: `#/components/schemas/${name}` }
    return description === undefined || description === knownDescription
      ? reference
      : { ...reference, description }
  }

  #describePlain(schema: object): JsonObject {
    const { properties, ...rest } = withChoices(withTuple(withMap({ ...schema })))
    const described = Object.fromEntries(
      Object.entries(rest).map(([word, value]) => [word, this.#describeWord(word, value)]),
    )
    if (properties === undefined) return described
    const members = Object.entries(properties as JsonObject)
    return {
      ...described,
      properties: Object.fromEntries(members.map(([name, value]) => [name, this.describe(value)])),
    }
  }

  /** Values such as examples and defaults are no schemas, whatever they look like. */
  #describeWord(word: string, value: unknown): unknown {
    return SCHEMA_WORDS.has(word) ? this.describe(value) : value
  }
}

const SCHEMA_WORDS = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
])

/** A map from any name to values of one kind. */
function withMap({ patternProperties, ...schema }: JsonObject): JsonObject {
  if (patternProperties === undefined) return schema
  const [value, ...others] = Object.values(patternProperties as JsonObject)
  if (others.length > 0) throw new Error('A map has one kind of values.')
  return { ...schema, additionalProperties: value }
}

/** A list whose places have a meaning each. */
function withTuple(schema: JsonObject): JsonObject {
  const { items, additionalItems: _, ...rest } = schema
  if (!Array.isArray(items)) return schema
  return { ...rest, prefixItems: items, minItems: items.length, maxItems: items.length }
}

/** A choice of constants of one type. */
function withChoices(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || !anyOf.every(isConstant)) return schema
  const types = new Set(anyOf.map(({ type }) => type))
  if (types.size !== 1) return schema
  return { ...rest, type: [...types][0], enum: anyOf.map((choice) => choice.const) }
}

function isConstant(schema: unknown): schema is { const: unknown; type: unknown } {
  return schema !== null && typeof schema === 'object' && 'const' in schema && 'type' in schema
}
