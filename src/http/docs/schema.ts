/** A JSON Schema as the OpenAPI document has it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[] | undefined
  readonly description?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly deprecated?: boolean
  readonly nullable?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

/** A schema without its spellings: see `flatten`. */
export interface FlatSchema extends Omit<Schema, 'allOf' | 'oneOf' | 'anyOf' | '$ref'> {
  readonly variants?: readonly Schema[]
}

/** Follows the references of a node, which is of the same kind as what it refers to. */
export type Resolve = <N extends { readonly $ref?: string }>(node: N) => N

const PLAIN = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null'])
/** Schemas may hold themselves, so every walk that follows arrays and maps stops here. */
const MAX_DEPTH = 5
const MAX_REFERENCES = 20

/** Gives a function that follows local references; words beside a `$ref` win over the target's. */
export function createResolver(document: object): Resolve {
  return <N extends { readonly $ref?: string }>(node: N) => {
    let current = node
    for (let step = 0; step < MAX_REFERENCES && current.$ref !== undefined; step++) {
      const { $ref, ...beside } = current
      current = { ...lookUp(document, $ref), ...beside } as N
    }
    return current
  }
}

function lookUp(document: object, reference: string): object {
  let node: unknown = document
  for (const part of reference.slice('#/'.length).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    node = (node as Record<string, unknown> | undefined)?.[name]
  }
  if (node === undefined) throw new Error(`The document has no ${reference}.`)
  return node as object
}

/** One schema in one spelling: `$ref` followed, `allOf` merged, null and constants told apart. */
export function flatten(schema: Schema, resolve: Resolve): FlatSchema {
  const { oneOf, anyOf, ...rest } = mergeAllOf(resolve(schema), resolve)
  const flat = withTypeList(rest)
  const union = oneOf ?? anyOf
  return union === undefined ? flat : withUnion(flat, union.map(resolve), resolve)
}

function mergeAllOf({ allOf, ...rest }: Schema, resolve: Resolve): Schema {
  if (allOf === undefined) return rest
  const parts = [...allOf.map((part) => mergeAllOf(resolve(part), resolve)), rest]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  }
}

function withTypeList(schema: Schema): FlatSchema {
  if (!Array.isArray(schema.type)) return { ...schema, nullable: schema.nullable === true }
  const types = schema.type.filter((type) => type !== 'null')
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    nullable: types.length < schema.type.length,
  }
}

const isNull = (schema: Schema): boolean => schema.type === 'null' || schema.const === null

function withUnion(flat: FlatSchema, union: readonly Schema[], resolve: Resolve): FlatSchema {
  const members = union.filter((member) => !isNull(member))
  const nullable = flat.nullable === true || members.length < union.length
  const [first, ...others] = members
  if (first === undefined) return { ...flat, nullable }
  if (others.length === 0) {
    const only = flatten(first, resolve)
    const type = only.type ?? flat.type
    return { ...only, ...flat, type, nullable: nullable || only.nullable === true }
  }
  if (!members.every((member) => 'const' in member)) return { ...flat, variants: members, nullable }
  return {
    ...flat,
    type: first.type ?? typeof first.const,
    enum: members.map((member) => member.const),
    nullable,
  }
}

/** The type in words: `array of objects`, `map of number`, `string (date) or null`. */
export function typeText(flat: FlatSchema, resolve: Resolve, depth = 0): string {
  const text = depth > MAX_DEPTH ? 'any' : baseText(flat, resolve, depth)
  return flat.nullable ? `${text} or null` : text
}

function baseText(flat: FlatSchema, resolve: Resolve, depth: number): string {
  if (flat.variants !== undefined) return variantsText(flat.variants, resolve)
  if ('const' in flat) return JSON.stringify(flat.const)
  if (Array.isArray(flat.type)) return flat.type.join(' or ')
  if (isArray(flat)) return arrayText(flat, resolve, depth)
  if (isObject(flat)) return objectText(flat, resolve, depth)
  const type = String(flat.type ?? 'any')
  return flat.format === undefined ? type : `${type} (${flat.format})`
}

function variantsText(variants: readonly Schema[], resolve: Resolve): string {
  const flats = variants.map((variant) => flatten(variant, resolve))
  return flats.every(({ type }) => PLAIN.has(type))
    ? [...new Set(flats.map((flat) => baseText(flat, resolve, 0)))].join(' or ')
    : `one of ${variants.length} shapes`
}

function arrayText(flat: FlatSchema, resolve: Resolve, depth: number): string {
  if (flat.prefixItems !== undefined) return `list of ${flat.prefixItems.length}`
  return `array of ${typeText(flatten(flat.items ?? {}, resolve), resolve, depth + 1)}`
}

function objectText(flat: FlatSchema, resolve: Resolve, depth: number): string {
  const map = mapSchema(flat)
  const hasProperties = Object.keys(flat.properties ?? {}).length > 0
  return map !== undefined && !hasProperties
    ? `map of ${typeText(flatten(map, resolve), resolve, depth + 1)}`
    : 'object'
}

const isArray = (flat: FlatSchema): boolean =>
  flat.type === 'array' || flat.items !== undefined || flat.prefixItems !== undefined
const isObject = (flat: FlatSchema): boolean =>
  flat.type === 'object' || flat.properties !== undefined || mapSchema(flat) !== undefined

function mapSchema({ additionalProperties: map }: FlatSchema): Schema | undefined {
  return typeof map === 'object' ? map : undefined
}

/** What stands under a schema in the tree. */
export interface SchemaRow {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  /** The name stands for others: keys of a map, shapes of a union. */
  readonly isAny: boolean
}

/** Arrays show what their items hold. */
export function childRows(flat: FlatSchema, resolve: Resolve, depth = 0): SchemaRow[] {
  if (depth > MAX_DEPTH) return []
  if (flat.variants !== undefined) return variantRows(flat.variants, resolve)
  if (flat.prefixItems !== undefined)
    return flat.prefixItems.map((schema, index) => rowOf(`${index}`, schema, true))
  if (isArray(flat)) return childRows(flatten(flat.items ?? {}, resolve), resolve, depth + 1)
  const required = new Set(flat.required)
  const rows = Object.entries(flat.properties ?? {}).map(([name, schema]) =>
    rowOf(name, schema, required.has(name)),
  )
  const map = mapSchema(flat)
  // "Map of number" says all there is, so a map of plain values has no row of its own.
  if (map === undefined) return rows
  if (rows.length === 0 && childRows(flatten(map, resolve), resolve, depth + 1).length === 0)
    return []
  return [...rows, { name: '‹any key›', schema: map, required: false, isAny: true }]
}

const rowOf = (name: string, schema: Schema, required: boolean): SchemaRow => ({
  ...{ name, schema, required },
  isAny: false,
})

function variantRows(variants: readonly Schema[], resolve: Resolve): SchemaRow[] {
  if (variants.every((variant) => PLAIN.has(flatten(variant, resolve).type))) return []
  return variants.map((schema, index) => {
    return { name: `shape ${index + 1}`, schema, required: false, isAny: true }
  })
}
