import { describe, expect, test } from 'vitest'
import type { Parameters } from '../../../src/http/parameters.ts'
import { COMMON_QUERY } from '../../../src/http/responses/parse-request.ts'
import { type Operation, request, requiredOf } from '../operations.ts'
import type { TestApp } from '../test-app.ts'

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

/** The examples of operations have rows; each response is checked against its schema. */
export function describeExamples(service: () => TestApp, operations: readonly Operation[]): void {
  describe.each(operations)('$name', (operation) => {
    const query = queryOf(operation)

    test('behavior: the examples of what is required are answered with rows', async () => {
      const { status, body } = await request(service(), operation, requiredOf({ query }))
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
      expect(emptyPlaces(body, [...DESCRIPTIONS, ...ABSENT])).toEqual([])
    })

    test('behavior: all examples together are answered with rows', async () => {
      const { status, body } = await request(service(), operation, query)
      const charts = 'excludeTotalDataChart' in query ? CHARTS : []
      expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
      const marks = operation.route.id === 'meta.listMarks' ? MARKS : []
      expect(emptyPlaces(body, [...DESCRIPTIONS, ...ABSENT, ...charts, ...marks])).toEqual([])
    })
  })
}

/** The parameters of the query, without those that the body of a POST carries. */
function queryOf({ route, method }: Operation): Parameters {
  const { properties = {} } = (route.body?.schema ?? {}) as { properties?: object }
  const own = Object.entries(route.query).filter(
    ([name]) => method === 'GET' || !(name in properties),
  )
  return { ...Object.fromEntries(own), ...(route.reads.length > 0 ? COMMON_QUERY : {}) }
}

/** Names of the places that should hold rows and hold none. */
function emptyPlaces(
  value: unknown,
  mayBeEmpty: readonly string[],
  place = 'the response',
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

export function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
