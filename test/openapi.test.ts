import { describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { describeApi } from '../src/http/openapi.ts'
import { methodsOf, type Root } from '../src/http/route.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: Record<string, unknown>
  example: unknown
}

interface Content {
  'application/json': { schema: Record<string, unknown>; example?: unknown }
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security?: unknown[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

const made = describeApi(routes)
// As a client sees it: what JSON cannot carry is gone.
const document = JSON.parse(JSON.stringify(made)) as Document
const all = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    id: operation.operationId,
    path,
    method,
    operation,
  })),
)

/** Paths of members whose value is `undefined`, which JSON would drop without a word. */
function undefinedMembers(value: unknown, path = ''): string[] {
  if (value === undefined) return [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) =>
    undefinedMembers(member, `${path}/${name}`),
  )
}

function references(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' ? [String(member)] : references(member),
  )
}

describe('document', () => {
  test('default', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toEqual({
      title: 'Almanac',
      version: expect.any(String),
      description: expect.any(String),
    })
    expect(document.servers).toEqual([{ url: '/' }])
  })

  test('behavior: every route stands in it at each of its addresses with each of its methods', () => {
    const wanted = routes.flatMap((route) =>
      Object.entries(route.paths).flatMap(([root, path]) =>
        methodsOf(route, root as Root).map((method) => `${method.toLowerCase()} ${path}`),
      ),
    )
    expect(all.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(wanted.sort())
  })

  test('behavior: operation ids are unique', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  test('behavior: nothing in it is undefined and every reference leads somewhere', () => {
    expect(undefinedMembers(made)).toEqual([])
    const known = Object.keys(document.components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    )
    expect(references(document).filter((reference) => !known.includes(reference))).toEqual([])
  })

  test('behavior: every tag that is used is declared', () => {
    const declared = document.tags.map(({ name }) => name)
    expect(
      all.flatMap(({ operation }) => operation.tags).filter((tag) => !declared.includes(tag)),
    ).toEqual([])
  })
})

describe.each(all)('$id', ({ path, method, operation }) => {
  test('behavior: parameters carry a schema, a description and an example', () => {
    for (const parameter of operation.parameters) {
      expect(parameter.name).toMatch(/^\w+$/)
      expect(['path', 'query']).toContain(parameter.in)
      expect(parameter.description.length, parameter.name).toBeGreaterThan(5)
      expect(parameter.schema, parameter.name).toHaveProperty('type')
      expect(parameter, parameter.name).toHaveProperty('example')
    }
    const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('behavior: path parameters are those of the path, and required', () => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name).sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    )
    expect(inPath.every(({ required }) => required)).toBe(true)
  })

  test('behavior: the answer has a schema and an example, errors the one error shape', () => {
    const { 200: answer, ...others } = operation.responses
    expect(answer?.content?.['application/json'].schema).toBeTypeOf('object')
    expect(answer?.content?.['application/json']).toHaveProperty('example')
    for (const [status, response] of Object.entries(others)) {
      expect(response.description.length, status).toBeGreaterThan(5)
      if (status !== '304')
        expect(response.content?.['application/json'].schema).toEqual({
          $ref: '#/components/schemas/Error',
        })
    }
    if (method === 'post')
      expect(operation.requestBody?.content['application/json']).toHaveProperty('example')
  })
})
