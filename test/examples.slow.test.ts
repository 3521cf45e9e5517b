import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { isRequired } from '../src/http/openapi/parameters.ts'
import { exampleOf, type Parameter, type Parameters } from '../src/http/parameters.ts'
import { COMMON_QUERY } from '../src/http/responses/parse-request.ts'
import { type Method, methodsOf, ROOTS, type Root, type Route } from '../src/http/route.ts'
import { NOW_SEC, type TestAnswer, TestApp } from './support/test-app.ts'

interface Operation {
  name: string
  route: Route
  root: Root
  method: Method
  path: string
}

/** Lists that describe a protocol: one without previous names, say, has an empty list. */
const DESCRIPTIONS = [
  ...['tags', 'audit_links', 'forkedFrom', 'oracles', 'governanceID', 'codeRepos', 'hallmarks'],
  ...['previousNames', 'otherProtocols', 'linkedProtocols', 'childProtocols'],
]
/** Nothing is missing of the examples, and the demo world has no live source. */
const ABSENT = ['missing', 'sources', 'receipts']
/** What `excludeTotalDataChart` and `excludeTotalDataChartBreakdown` leave out. */
const CHARTS = [
  ...['totalDataChart', 'totalDataChartBreakdown', 'chart'],
  ...['dailyVolume', 'dailyPremiumVolume', 'dailyNotionalVolume'],
]
/** The demo world has marks of its last days only, and the examples of a range are older. */
const MARKS = ['points']
/** Members that wrap the data: what they hold is looked at in the same way. */
const WRAPPERS = ['data', 'body', 'coins']

/** A stream does not end, and operators' addresses change keys: their own tests look at them. */
const repeatable = routes.filter(({ kind, forOperators }) => kind !== 'stream' && !forOperators)
const operations = repeatable.flatMap((route) =>
  ROOTS.flatMap((root) => {
    const path = route.paths[root]
    if (path === undefined) return []
    return methodsOf(route, root).map((method): Operation => {
      return { name: `${method} ${path} on ${root}`, route, root, method, path }
    })
  }),
)

let service: TestApp
beforeAll(async () => {
  service = await TestApp.start({ ALMANAC_DEMO: 'auto' })
})
afterAll(() => service.stop())

/** The parameters of the query, without those that the body of a POST carries. */
function queryOf({ route, method }: Operation): Parameters {
  const { properties = {} } = (route.body?.schema ?? {}) as { properties?: object }
  const own = Object.entries(route.query).filter(
    ([name]) => method === 'GET' || !(name in properties),
  )
  return { ...Object.fromEntries(own), ...(route.reads.length > 0 ? COMMON_QUERY : {}) }
}

function exampleText(parameter: Parameter<unknown> | undefined): string {
  if (parameter === undefined) throw new Error('The path has a name that is no parameter.')
  return String(exampleOf(parameter, NOW_SEC))
}

function ask({ route, root, method, path }: Operation, query: Parameters): Promise<TestAnswer> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(exampleText(route.params[name])),
  )
  const asked = Object.entries(query).map(([name, parameter]) => [name, exampleText(parameter)])
  const url = `${filled}?${new URLSearchParams(asked)}`
  const pro = root === 'pro'
  if (method !== 'POST' || route.body === undefined)
    return service.get(url, { pro, method: method as 'GET' | 'DELETE' })
  return service.post(url, exampleOf(route.body, NOW_SEC) as object, { pro })
}

/** Names of the places that should hold rows and hold none. */
function emptyPlaces(
  value: unknown,
  mayBeEmpty: readonly string[],
  place = 'the answer',
): string[] {
  if (value === null || value === undefined) return [place]
  if (typeof value !== 'object') return []
  const members = Object.entries(value)
  const [first] = members
  if (first === undefined) return [place]
  if (Array.isArray(value)) return isEmpty(first[1]) ? [`${place}[0]`] : []
  return members.flatMap(([name, member]) => {
    if (typeof member !== 'object' || member === null || mayBeEmpty.includes(name)) return []
    if (WRAPPERS.includes(name)) return emptyPlaces(member, mayBeEmpty, name)
    return isEmpty(member) ? [`${place}.${name}`] : []
  })
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

describe.each(operations)('$name', (operation) => {
  const query = queryOf(operation)
  const required = Object.entries(query).filter(([name, parameter]) => isRequired(parameter, name))

  test('behavior: the examples of what is required are answered with rows', async () => {
    const { status, body } = await ask(operation, Object.fromEntries(required))
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    expect(emptyPlaces(body, [...DESCRIPTIONS, ...ABSENT])).toEqual([])
  })

  test('behavior: all examples together are answered with rows', async () => {
    const { status, body } = await ask(operation, query)
    const charts = 'excludeTotalDataChart' in query ? CHARTS : []
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    const marks = operation.route.id === 'meta.listMarks' ? MARKS : []
    expect(emptyPlaces(body, [...DESCRIPTIONS, ...ABSENT, ...charts, ...marks])).toEqual([])
  })
})

/** Examples of a query parameter, wherever the document has it. */
function examplesIn(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const own = value as { name?: unknown; in?: unknown; example?: unknown }
  if (own.name === name && own.in === 'query') return [own.example]
  return Object.values(value).flatMap((member) => examplesIn(member, name))
}

test('behavior: the document shows these examples, moments by the clock of the service', async () => {
  const { body } = await service.get('/openapi.json')
  expect(new Set(examplesIn(body, 'asOf'))).toEqual(new Set(['2026-01-14T12:00:00.000Z']))
  // 45 days before 14 January, at 15:00: 30 November.
  expect(new Set(examplesIn(body, 'end'))).toEqual(new Set([Date.UTC(2025, 10, 30, 15) / 1000]))
})
