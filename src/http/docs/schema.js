const isNull = (schema) => schema.type === 'null' || schema.const === null
/** Schemas may hold themselves, so every walk that follows arrays and maps stops here. */
const DEEPEST = 5
const PLAIN = new Set(['string', 'number', 'integer', 'boolean', 'null'])

/**
 * One schema without its spellings: references followed, `allOf` merged, "or null" (type array,
 * anyOf, nullable) told by `nullable`, a union of constants turned into `enum`, every other union
 * left in `variants`.
 */
export function flatten(schema, resolve) {
  const resolved = resolve(schema)
  if (resolved === undefined || resolved === true || resolved === false) return {}
  const { oneOf, anyOf, ...rest } = mergeAllOf(resolved, resolve)
  const flat = withTypeList(rest)
  const union = oneOf ?? anyOf
  return union ? withUnion(flat, union.map(resolve), resolve) : flat
}

function mergeAllOf({ allOf, ...rest }, resolve) {
  if (!allOf) return rest
  const parts = [...allOf.map((part) => mergeAllOf(resolve(part), resolve)), rest]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  }
}

function withTypeList(schema) {
  if (!Array.isArray(schema.type)) return { ...schema, nullable: schema.nullable === true }
  const types = schema.type.filter((type) => type !== 'null')
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    nullable: types.length < schema.type.length,
  }
}

function withUnion(flat, union, resolve) {
  const members = union.filter((member) => !isNull(member))
  const nullable = flat.nullable || members.length < union.length
  if (members.length === 1) {
    const only = flatten(members[0], resolve)
    return { ...only, ...flat, type: only.type ?? flat.type, nullable: nullable || only.nullable }
  }
  if (members.every((member) => 'const' in member)) {
    return {
      ...flat,
      type: members[0].type ?? typeof members[0].const,
      enum: members.map((member) => member.const),
      nullable,
    }
  }
  return { ...flat, variants: members, nullable }
}

/** The type in words: `array of objects`, `map of number`, `string (date) or null`. */
export function typeText(flat, resolve, depth = 0) {
  const text = depth > DEEPEST ? 'any' : baseText(flat, resolve, depth)
  return flat.nullable ? `${text} or null` : text
}

function baseText(flat, resolve, depth) {
  if (flat.variants) return variantsText(flat.variants, resolve)
  if ('const' in flat) return JSON.stringify(flat.const)
  if (Array.isArray(flat.type)) return flat.type.join(' or ')
  if (isArray(flat)) return arrayText(flat, resolve, depth)
  if (isObject(flat)) return objectText(flat, resolve, depth)
  const type = flat.type ?? 'any'
  return flat.format ? `${type} (${flat.format})` : type
}

function variantsText(variants, resolve) {
  const flats = variants.map((variant) => flatten(variant, resolve))
  return flats.every((flat) => PLAIN.has(flat.type))
    ? [...new Set(flats.map((flat) => baseText(flat, resolve, 0)))].join(' or ')
    : `one of ${variants.length} shapes`
}

function arrayText(flat, resolve, depth) {
  if (flat.prefixItems) return `list of ${flat.prefixItems.length}`
  return `array of ${typeText(flatten(flat.items, resolve), resolve, depth + 1)}`
}

function objectText(flat, resolve, depth) {
  const map = mapSchema(flat)
  return map && !hasProperties(flat)
    ? `map of ${typeText(flatten(map, resolve), resolve, depth + 1)}`
    : 'object'
}

const isArray = (flat) =>
  flat.type === 'array' || flat.items !== undefined || flat.prefixItems !== undefined
const isObject = (flat) =>
  flat.type === 'object' || flat.properties !== undefined || mapSchema(flat) !== undefined
const hasProperties = (flat) => Object.keys(flat.properties ?? {}).length > 0

function mapSchema(flat) {
  const pattern = Object.values(flat.patternProperties ?? {})[0]
  if (pattern) return pattern
  return typeof flat.additionalProperties === 'object' ? flat.additionalProperties : undefined
}

/**
 * What stands under a schema in the tree, as `{ name, schema, required }`; arrays show what their
 * items hold.
 */
export function childRows(flat, resolve, depth = 0) {
  if (depth > DEEPEST) return []
  if (flat.variants) return variantRows(flat.variants, resolve)
  if (flat.prefixItems)
    return flat.prefixItems.map((schema, index) => ({ name: `${index}`, schema, required: true }))
  if (isArray(flat)) return childRows(flatten(flat.items, resolve), resolve, depth + 1)
  const required = new Set(flat.required)
  const rows = Object.entries(flat.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    required: required.has(name),
  }))
  return [...rows, ...mapRows(flat, { rows, resolve, depth })]
}

/** "Map of number" says all there is, so a map of plain values has no row of its own. */
function mapRows(flat, { rows, resolve, depth }) {
  const map = mapSchema(flat)
  if (
    !map ||
    (rows.length === 0 && childRows(flatten(map, resolve), resolve, depth + 1).length === 0)
  )
    return []
  return [{ name: keyName(flat), schema: map, required: false, any: true }]
}

function variantRows(variants, resolve) {
  const flats = variants.map((variant) => flatten(variant, resolve))
  if (flats.every((flat) => PLAIN.has(flat.type))) return []
  return flats.map((flat, index) => ({
    name: flat.title ?? `shape ${index + 1}`,
    schema: variants[index],
    required: false,
    any: true,
  }))
}

const keyName = (flat) => `‹${flat.propertyNames?.title ?? 'any key'}›`

/** An example made from the schema, for a body that declares none. */
export function exampleOf(schema, resolve, depth = 0) {
  const flat = flatten(schema, resolve)
  const given = flat.example ?? flat.examples?.[0] ?? flat.default ?? flat.const ?? flat.enum?.[0]
  if (given !== undefined) return given
  if (depth > 6) return null
  if (flat.variants) return exampleOf(flat.variants[0], resolve, depth + 1)
  if (flat.prefixItems) return flat.prefixItems.map((item) => exampleOf(item, resolve, depth + 1))
  if (isArray(flat)) return flat.items ? [exampleOf(flat.items, resolve, depth + 1)] : []
  return isObject(flat) ? exampleObject(flat, resolve, depth) : examplePlain(flat)
}

function exampleObject(flat, resolve, depth) {
  const entries = Object.entries(flat.properties ?? {}).map(([name, child]) => [
    name,
    exampleOf(child, resolve, depth + 1),
  ])
  const map = mapSchema(flat)
  if (map && entries.length === 0) entries.push(['key', exampleOf(map, resolve, depth + 1)])
  return Object.fromEntries(entries)
}

const FORMATS = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com',
}

function examplePlain(flat) {
  const type = Array.isArray(flat.type) ? flat.type[0] : flat.type
  if (type === 'number' || type === 'integer') return flat.minimum ?? 0
  if (type === 'boolean') return false
  return type === 'string' ? (FORMATS[flat.format] ?? 'text') : null
}
