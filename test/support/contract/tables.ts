import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPath } from '../naive-table.ts'
import { type Operation, requestBytes } from '../operations.ts'
import { parseCsv } from '../parse-csv.ts'
import type { TestApp } from '../test-app.ts'

/** The demo world has no live source, so its runs have no receipts. */
const EMPTY = ['meta.getRun']

/** Every format has what the JSON has, compared with the plainest reading of it. */
export function describeTables(service: () => TestApp, operations: readonly Operation[]): void {
  const places = operations.flatMap((operation) => {
    const { table } = operation.route
    return table === undefined ? [] : { ...operation, table, operation }
  })
  describe.each(places)('formats of $name', ({ operation, route, table }) => {
    const ask = async (format: string): Promise<Buffer> => {
      const { status, bytes } = await requestBytes(service(), operation, format)
      expect(status, bytes.toString().slice(0, 300)).toBe(200)
      return bytes
    }
    const columns = table.columns.filter(({ name }) => !(name in (route.list?.onRequest ?? {})))
    const names = columns.map(({ name }) => name)
    let read: Map<string, unknown>[]
    let expected: unknown[][]

    beforeAll(async () => {
      const response: unknown = JSON.parse((await ask('json')).toString())
      read = readPath(table.path, response)
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
      const text = (await ask('ndjson')).toString()
      const lines = text.split('\n').slice(0, -1)
      const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(rows.map(Object.values)).toEqual(expected)
      if (rows[0] !== undefined) expect(Object.keys(rows[0])).toEqual(names)
    })

    test('behavior: CSV has the texts of the JSON, and an empty cell for null', async () => {
      const [head, ...rows] = parseCsv((await ask('csv')).toString())
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
      const arrow = tableFromIPC(await ask('arrow'))
      const file = new Uint8Array(await ask('parquet')).buffer
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
}

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
