import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { COMMON_QUERY } from '../src/http/responses/parse-request.ts'

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema | Schema[]
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Paths of members without a description. An object that several routes share counts once. */
class Undescribed {
  readonly found: string[] = []
  readonly #seen = new Set<Schema>()

  walk(schema: Schema, path: string): void {
    if (this.#seen.has(schema)) return
    this.#seen.add(schema)
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      this.#check(member, `${path}.${name}`)
    for (const [index, place] of placesOf(schema).entries()) this.#check(place, `${path}[${index}]`)
    for (const inner of innerSchemas(schema)) this.walk(inner, path)
  }

  #check(member: Schema, path: string): void {
    if ((member.description ?? '').trim() === '') this.found.push(path)
    this.walk(member, path)
  }
}

/** The places of a tuple. */
function placesOf({ items, prefixItems }: Schema): Schema[] {
  return prefixItems ?? (Array.isArray(items) ? items : [])
}

/** Schemas inside one that are not members of their own: values of lists and maps, alternatives. */
function innerSchemas(schema: Schema): Schema[] {
  const { items, additionalProperties, patternProperties = {} } = schema
  return [
    ...Object.values(patternProperties),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(items === undefined || Array.isArray(items) ? [] : [items]),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ]
}

function undescribed(schemas: Record<string, TSchema>): string[] {
  const search = new Undescribed()
  for (const [path, schema] of Object.entries(schemas)) search.walk(schema as Schema, path)
  return search.found
}

test('behavior: every member of every response says what it is', () => {
  const found = undescribed(Object.fromEntries(routes.map(({ id, response }) => [id, response])))
  expect(found).toEqual([])
})

test('behavior: every member of every request body says what it is', () => {
  const bodies = routes.flatMap(({ id, body }) => (body === undefined ? [] : [[id, body.schema]]))
  expect(bodies.length).toBeGreaterThan(0)
  expect(undescribed(Object.fromEntries(bodies))).toEqual([])
})

test('behavior: every parameter says what it is', () => {
  const found = routes.flatMap(({ id, params, query }) =>
    Object.entries({ ...params, ...query, ...COMMON_QUERY })
      .filter(([, { describe }]) => describe.trim() === '')
      .map(([name]) => `${id} ${name}`),
  )
  expect(found).toEqual([])
})
