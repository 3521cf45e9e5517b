import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import program from '../package.json' with { type: 'json' }
import releasedIds from '../spec/operation-ids.json' with { type: 'json' }
import { routes, topics } from '../src/app.ts'
import { describeApi } from '../src/http/openapi/describe-api.ts'
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
  'text/event-stream'?: { schema: Record<string, unknown>; example?: unknown }
}

interface Response {
  description: string
  headers?: Record<string, unknown>
  content?: Content
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | { $ref: string }>
}

interface Server {
  url: string
  'x-root'?: Root
}

type PathItem = { servers?: Server[] } & {
  [M in 'get' | 'post' | 'delete']?: Operation & { 'x-root': Root }
}

interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: Server[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  components: Record<'schemas' | 'parameters' | 'headers' | 'responses', Record<string, unknown>>
}

const made = describeApi(routes, topics)
// As a client sees it: what JSON cannot carry is gone.
const document = JSON.parse(JSON.stringify(made)) as Document
const all = Object.entries(document.paths).flatMap(([path, item]) =>
  (['get', 'post', 'delete'] as const).flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    const servers = item.servers ?? [{ url: '/', 'x-root': operation['x-root'] }]
    return { id: operation.operationId, path, method, operation, servers }
  }),
)
const KEYS = [{ headerKey: [] }, { bearer: [] }]

function find(id: string) {
  const found = all.find((operation) => operation.id === id)
  if (found === undefined) throw new Error(`no operation ${id}`)
  return found
}

function resolve<T extends object>(value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value
  const [, , kind, name] = value.$ref.split('/')
  const target = document.components[kind as keyof Document['components']]?.[name ?? '']
  if (target === undefined) throw new Error(`nothing at ${value.$ref}`)
  return target as T
}

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

/** What a linter finds: wrong structure, and examples that are not what their schema says. */
async function lint(text: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-invalid-schema-examples': 'error', 'no-invalid-media-type-examples': 'error' },
  })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  )
}

describe('document', () => {
  test('default', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: 'Almanac', version: program.version })
    expect(document.servers).toMatchObject([{ url: '/' }])
  })

  test('behavior: a linter finds nothing', async () => {
    expect(await lint(JSON.stringify(document))).toEqual([])
  })

  test('behavior: the linter sees a tuple of the older form and an example of a wrong type', async () => {
    const broken = structuredClone(document)
    broken.components.schemas.ApiError = { type: 'array', items: [{ type: 'string' }] }
    const [parameter] = broken.paths['/prices/current/{coins}']?.get?.parameters ?? []
    Object.assign(parameter ?? {}, { example: 5 })
    const found = await lint(JSON.stringify(broken))
    expect(found.filter((line) => line.includes('/components/schemas/ApiError'))).not.toEqual([])
    expect(found.filter((line) => line.startsWith('no-invalid-parameter-examples'))).toHaveLength(1)
  })

  test('behavior: every route stands in it at each of its paths with each of its methods', () => {
    const wanted = routes.flatMap((route) =>
      Object.entries(route.paths).flatMap(([root, path]) =>
        methodsOf(route, root as Root).map((method) => `${root} ${method.toLowerCase()} ${path}`),
      ),
    )
    const described = all.flatMap(({ method, path, servers }) =>
      servers.map((server) =>
        `${server['x-root']} ${method} ${server.url}${path}`.replace('//', '/'),
      ),
    )
    // One path with two meanings, distinguished by the form of the name.
    const shared = ['free get /chart/{coins}', 'free get /chart/{pool}']
    expect(wanted).toEqual(expect.arrayContaining(shared))
    expect(described.sort()).toEqual(
      [...wanted.filter((line) => !shared.includes(line)), 'free get /chart/{coinsOrPool}'].sort(),
    )
  })

  test('behavior: operation ids are unique names of methods', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    const ids = all.map(({ id }) => id)
    expect(ids.filter((id) => !/^(get|list|post|delete)[A-Z][A-Za-z]{2,}$/.test(id))).toEqual([])
    expect(find('getCurrentPrices').path).toBe('/prices/current/{coins}')
  })

  test('behavior: no operation id that was released has changed', () => {
    const ids = all.map(({ id }) => id)
    expect(releasedIds.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('behavior: nothing in it is undefined and every reference leads somewhere', () => {
    expect(undefinedMembers(made)).toEqual([])
    const known = Object.entries(document.components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    )
    const used = new Set(references(document))
    expect([...used].filter((reference) => !known.includes(reference))).toEqual([])
  })

  test('behavior: every tag that is used is declared with a description', () => {
    const used = new Set(all.flatMap(({ operation }) => operation.tags))
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
    for (const { name, description } of document.tags)
      expect(description.length, name).toBeGreaterThan(20)
  })
})

describe('schemas', () => {
  /** Shapes of objects with what they hold, apart from what a member says of its value. */
  function shapes(value: unknown, path: string): { text: string; path: string }[] {
    if (value === null || typeof value !== 'object') return []
    const { description: _, ...shape } = value as Record<string, unknown>
    const inner = Object.entries(value).flatMap(([name, member]) =>
      shapes(member, `${path}/${name}`),
    )
    const isShape = shape.type === 'object' && shape.properties !== undefined
    return isShape ? [{ text: JSON.stringify(shape), path }, ...inner] : inner
  }

  test('behavior: a shape that stands in several places has one name', () => {
    const places = Map.groupBy(shapes(document.components.schemas, ''), ({ text }) => text)
    const repeated = [...places.values()].filter(({ length }) => length > 1)
    expect(repeated.map((list) => list.map(({ path }) => path))).toEqual([])
  })

  test('behavior: names are those of types', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['CurrentPrices', 'Price', 'Protocols', 'Chain']))
  })

  test('behavior: tuples have their places, maps the schema of their values', () => {
    const { totalDataChart } = (
      document.components.schemas.DexsOverview as { properties: Record<string, unknown> }
    ).properties
    expect(totalDataChart).toMatchObject({
      items: { prefixItems: [{ type: 'integer' }, { type: 'number' }], minItems: 2, maxItems: 2 },
    })
    expect(document.components.schemas.CurrentPrices).toMatchObject({
      properties: { coins: { additionalProperties: { $ref: '#/components/schemas/Price' } } },
    })
  })
})

describe('free and pro', () => {
  test('behavior: where they agree they are one operation on two servers', () => {
    const { servers, operation } = find('getCurrentPrices')
    expect(servers).toMatchObject([
      { url: '/', 'x-root': 'free' },
      { url: '/coins', 'x-root': 'pro' },
    ])
    expect(operation.security).toEqual([{}, ...KEYS])
    expect(find('listBridges').servers).toMatchObject([
      { url: '/', 'x-root': 'bridge' },
      { url: '/bridges', 'x-root': 'pro' },
    ])
  })

  test('behavior: a method of one root only stands at the full path of that root', () => {
    expect(find('postBatchHistoricalPrices')).toMatchObject({
      path: '/coins/batchHistorical',
      servers: [{ url: '/', 'x-root': 'pro' }],
      operation: { security: KEYS },
    })
  })

  test('behavior: where they answer in different forms they are two operations', () => {
    const schemaOf = (id: string) =>
      resolve(find(id).operation.responses[200] as Response).content?.['application/json'].schema
    expect(find('listBridgeTransactions').path).toBe('/transactions/{id}')
    expect(find('listBridgeTransactionsPro').path).toBe('/bridges/transactions/{id}')
    expect(schemaOf('listBridgeTransactions')).not.toEqual(schemaOf('listBridgeTransactionsPro'))
  })

  test('behavior: free operations need no key, pro ones do', () => {
    expect(find('getDatasets').operation.security).toEqual([])
    expect(find('listHacks').operation.security).toEqual(KEYS)
  })

  test('behavior: coins and pools share a chart path, as one of two', () => {
    const { path, operation } = find('getPriceChartOrPoolChart')
    expect(path).toBe('/chart/{coinsOrPool}')
    const response = resolve(operation.responses[200] as Response)
    expect(response.content?.['application/json'].schema).toEqual({
      oneOf: [
        { $ref: '#/components/schemas/PriceChart' },
        { $ref: '#/components/schemas/PoolChart' },
      ],
    })
    expect(find('getPriceChart').path).toBe('/coins/chart/{coins}')
    expect(find('getPoolChart').path).toBe('/yields/chart/{pool}')
  })
})

describe('parameters', () => {
  const requiredOf = (id: string) =>
    find(id)
      .operation.parameters.map(resolve<Parameter>)
      .filter(({ required }) => required)
      .map(({ name }) => name)

  test('behavior: what a handler cannot do without is required', () => {
    expect(requiredOf('getBatchHistoricalPrices')).toEqual(['coins'])
    expect(requiredOf('getPreIpoSummary')).toEqual(['company'])
    expect(requiredOf('getEquitySummary')).toEqual(['ticker', 'country'])
    expect(requiredOf('listPools')).toEqual([])
  })

  test('behavior: metrics and data types are lists of names', () => {
    const namesOf = (id: string, name: string) =>
      find(id)
        .operation.parameters.map(resolve<Parameter>)
        .find((parameter) => parameter.name === name)?.schema.enum
    expect(namesOf('getMetric', 'metric')).toHaveLength(10)
    expect(namesOf('getMetric', 'metric')).toEqual(expect.arrayContaining(['dexs', 'fees']))
    expect(namesOf('getDexsOverview', 'dataType')).toEqual([
      'dailyVolume',
      'dailyNotionalVolume',
      'totalVolume',
    ])
    expect(namesOf('getMetricChart', 'dataType')).toEqual(
      expect.arrayContaining(['dailyVolume', 'dailyFees', 'dailyRevenue']),
    )
  })
})

describe('headers', () => {
  const headersOf = (id: string, status: number) => {
    const response = find(id).operation.responses[status]
    if (response === undefined) throw new Error(`${id} has no ${status}`)
    return Object.keys(resolve(response).headers ?? {})
  }
  const ALWAYS = ['Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id']

  test('behavior: those of every response, and those of its own', () => {
    const common = ['ETag', 'X-As-Of-Run', ...ALWAYS, 'X-Data-Source']
    expect(headersOf('getDatasets', 200)).toEqual(expect.arrayContaining(ALWAYS))
    expect(headersOf('getCurrentPrices', 200).sort()).toEqual(
      [...common, 'Content-Disposition', 'X-Credits-Remaining'].sort(),
    )
    expect(headersOf('getCurrentPrices', 304)).toEqual(expect.arrayContaining(['ETag', ...ALWAYS]))
    expect(headersOf('listBridgeTransactions', 200)).toEqual(
      expect.arrayContaining(['X-Has-More', 'X-Next-Cursor', ...common]),
    )
  })

  test.each([429, 503])('behavior: %i says when to try again', (status) => {
    expect(headersOf('getCurrentPrices', status)).toEqual(
      expect.arrayContaining(['Retry-After', 'X-Request-Id']),
    )
  })
})

describe.each(all)('$id', ({ path, method, operation, servers }) => {
  const parameters = operation.parameters.map(resolve<Parameter>)

  test('behavior: parameters carry a schema, a description and an example', () => {
    for (const parameter of parameters) {
      expect(parameter.name).toMatch(/^\w+$/)
      expect(['path', 'query']).toContain(parameter.in)
      expect(parameter.description.length, parameter.name).toBeGreaterThan(5)
      expect(Object.keys(parameter.schema), parameter.name).toContain(
        parameter.name === 'coinsOrPool' ? 'oneOf' : 'type',
      )
      expect(parameter, parameter.name).toHaveProperty('example')
    }
    const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  test('behavior: path parameters are those of the path, and required', () => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name).sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    )
    expect(inPath.every(({ required }) => required)).toBe(true)
  })

  test('behavior: keys are requested on the pro root, and only there', () => {
    const roots = servers.map((server) => server['x-root'])
    const isPro = roots.includes('pro')
    expect(operation.security.length > 0).toBe(isPro)
    expect(Object.keys(operation.responses).includes('401')).toBe(isPro)
    if (isPro && roots.length === 1) expect(operation.security).toEqual(KEYS)
  })

  test('behavior: bodies are named, responses have an example, errors the one error shape', () => {
    const { 200: response, ...others } = operation.responses
    const content = response === undefined ? undefined : resolve(response).content
    const [body] = Object.values(content ?? {})
    expect(Object.keys(body?.schema ?? {})).toContain(
      path === '/chart/{coinsOrPool}' ? 'oneOf' : '$ref',
    )
    expect(body).toHaveProperty('example')
    for (const [status, reference] of Object.entries(others)) {
      const response = resolve(reference)
      expect(response.description.length, status).toBeGreaterThan(5)
      if (status !== '304')
        expect(response.content?.['application/json'].schema).toEqual({
          $ref: '#/components/schemas/ApiError',
        })
    }
    if (method !== 'post') return
    expect(operation.requestBody?.content['application/json']).toMatchObject({
      schema: { $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]\w+Request$/) },
      example: expect.anything(),
    })
  })
})
