import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/app.ts'
import { isRequired } from '../src/http/openapi/parameters.ts'
import { exampleOf } from '../src/http/parameters.ts'
import type { Root, Route } from '../src/http/route.ts'
import { readPath } from './support/naive-table.ts'
import { parseCsv } from './support/parse-csv.ts'
import { NOW_SEC, TEST_KEY, TestApp } from './support/test-app.ts'

/** The demo world has no live source, so its runs have no receipts. */
const EMPTY = ['meta.getRun']

let app: TestApp
beforeAll(async () => {
  app = await TestApp.startDemo()
})
afterAll(() => app.stop())

const places = routes.flatMap((route) =>
  (Object.entries(route.paths) as [Root, string][]).flatMap(([root, path]) => {
    const { table } = route
    return table === undefined ? [] : { name: `${path} on ${root}`, route, root, path, table }
  }),
)

/** The bytes of an example's answer. */
async function ask(route: Route, root: Root, path: string, format: string): Promise<Buffer> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = route.params[name]
    if (parameter === undefined) throw new Error(`${route.id} has no parameter ${name}.`)
    return encodeURIComponent(String(exampleOf(parameter, NOW_SEC)))
  })
  const required = Object.entries(route.query).filter(([name, given]) => isRequired(given, name))
  const query = required.map(([name, given]) => [name, String(exampleOf(given, NOW_SEC))])
  const isPost = route.methods[root]?.includes('POST') ?? false
  const { statusCode, rawPayload } = await app.app.server.inject({
    method: isPost ? 'POST' : 'GET',
    url: `${filled}?${new URLSearchParams([...query, ['format', format]])}`,
    headers: root === 'pro' ? { 'x-api-key': TEST_KEY } : {},
    ...(isPost && route.body !== undefined
      ? { payload: exampleOf(route.body, NOW_SEC) as object }
      : {}),
  })
  expect(statusCode, rawPayload.toString().slice(0, 300)).toBe(200)
  return rawPayload
}

describe.each(places)('$name', ({ route, root, path, table }) => {
  const columns = table.columns.filter(({ name }) => !(name in (route.list?.onRequest ?? {})))
  const names = columns.map(({ name }) => name)
  let read: Map<string, unknown>[]
  let expected: unknown[][]

  beforeAll(async () => {
    const answer: unknown = JSON.parse((await ask(route, root, path, 'json')).toString())
    read = readPath(table.path, answer)
    expected = read.map((row) => names.map((name) => row.get(name) ?? null))
  })

  test('behavior: the example has rows, and each member of them has its column', () => {
    expect(expected.length > 0).toBe(!EMPTY.includes(route.id))
    const isPart = (inner: string, outer: string) => inner.startsWith(`${outer}.`)
    // Of a shape its members are columns; a list or map is one, with all that it holds.
    const without = read.flatMap((row) =>
      [...row.keys()].filter(
        (name) =>
          !names.some((known) => known === name || isPart(known, name) || isPart(name, known)),
      ),
    )
    expect(without).toEqual([])
  })

  test('behavior: NDJSON has the values of the JSON', async () => {
    const text = (await ask(route, root, path, 'ndjson')).toString()
    const lines = text.split('\n').slice(0, -1)
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(rows.map(Object.values)).toEqual(expected)
    if (rows[0] !== undefined) expect(Object.keys(rows[0])).toEqual(names)
  })

  test('behavior: CSV has the texts of the JSON, and an empty cell for null', async () => {
    const [head, ...rows] = parseCsv((await ask(route, root, path, 'csv')).toString())
    expect(head).toEqual(names.map((name) => ({ text: name, isQuoted: expect.any(Boolean) })))
    expect(rows.map((row) => row.map(({ text }) => text.replace(/^'(?=[=+\-@])/, '')))).toEqual(
      expected.map((row) => row.map(csvText)),
    )
    // An empty text has quotes, a missing one has none.
    expect(rows.map((row) => row.map(({ text, isQuoted }) => text === '' && !isQuoted))).toEqual(
      expected.map((row) => row.map((value) => value === null)),
    )
  })

  test('behavior: Arrow and Parquet have the same values, times as times', async () => {
    const arrow = tableFromIPC(await ask(route, root, path, 'arrow'))
    const file = new Uint8Array(await ask(route, root, path, 'parquet')).buffer
    const parquet = await parquetReadObjects({ file })
    const typed = expected.map((row) =>
      row.map((value, index) => typedValue(value, columns[index]?.kind, columns[index]?.time)),
    )
    expect(arrow.schema.names).toEqual(names)
    const arrowRows = arrow.toArray().map((row) => Object.values(row?.toJSON() ?? {}))
    expect(arrowRows).toEqual(typed)
    const seen = parquet.map((row) => names.map((name) => plainTime(row[name])))
    expect(seen).toEqual(typed)
  })
})

function csvText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What a value of the JSON is in a column of a type; times in milliseconds. */
function typedValue(value: unknown, kind: string | undefined, time: string | undefined): unknown {
  if (value === null) return null
  if (kind === 'integer') return BigInt(value as number)
  if (kind === 'time') {
    if (time === 'text') return new Date(String(value)).getTime()
    return Number(value) * (time === 'seconds' ? 1000 : 1)
  }
  if (kind === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  return kind === 'json' ? JSON.stringify(value) : value
}

function plainTime(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value
}
