import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { sql } from '../../lib/sql.ts'
import { openEmbeddedEngine } from '../../store/embedded-engine.ts'
import type { Engine } from '../../store/engine.ts'
import { isPoolIdSql, normalizePoolId, POOL_ID_PATTERN, poolIdOf, poolIdSql } from './pool-id.ts'

let folder: string
let engine: Engine

beforeAll(async () => {
  folder = await makeEngineDir()
  engine = await openEmbeddedEngine(folder)
})

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

async function idOf(text: string): Promise<string | undefined> {
  const [row] = await engine.query<{ id: string }>(
    sql`SELECT ${poolIdSql(sql`text`)} AS id FROM (SELECT {text:String} AS text)`,
    { text },
  )
  return row?.id
}

describe('poolIdSql', () => {
  // Worked out with another program: uuid.uuid5(uuid.UUID('ce312a73-8922-4831-8fdf-3146e27a111e'),
  // key) of Python.
  test.each([
    ['0xae7ab96520de3a18e5e111b5eaab095312d7fe84-ethereum', '9e49962d-df49-5f95-ab00-8a8575913c72'],
    ['a', 'dfd15af1-1193-56e4-8736-01ddf2dfc26e'],
    ['Pool ä', '9e3b9180-b9c0-582a-8564-8e7359739a56'],
    ['BTC-PERP-binance', 'a6d779c5-878d-5625-a11c-cc93325087d2'],
    [' a ', 'dfd15af1-1193-56e4-8736-01ddf2dfc26e'],
  ])('behavior: the key %j is always the same id', async (key, id) => {
    expect(await idOf(key)).toBe(id)
    expect(poolIdOf(key)).toBe(id)
  })

  test.each(['A', 'a-', '0xAE7ab96520de3a18e5e111b5eaab095312d7fe84-ethereum'])(
    'behavior: %j is another key, and so another id',
    async (key) => {
      const known = ['dfd15af1-1193-56e4-8736-01ddf2dfc26e', '9e49962d-df49-5f95-ab00-8a8575913c72']
      expect(known).not.toContain(await idOf(key))
    },
  )

  test('behavior: every id is a UUID of version 5', async () => {
    const rows = await engine.query<{ id: string }>(
      sql`SELECT ${poolIdSql(sql`toString(number)`)} AS id FROM numbers(2000)`,
    )
    expect(
      rows.every(({ id }) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
      ),
    ).toBe(true)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2_000)
    expect(rows.map((_, index) => poolIdOf(String(index)))).toEqual(rows.map(({ id }) => id))
  })

  test('behavior: a UUID is its own id, in lower case', async () => {
    expect(await idOf('747C1D2A-c668-4682-b9f9-296708a3dd90')).toBe(
      '747c1d2a-c668-4682-b9f9-296708a3dd90',
    )
    expect(poolIdOf(' 747C1D2A-c668-4682-b9f9-296708a3dd90')).toBe(
      '747c1d2a-c668-4682-b9f9-296708a3dd90',
    )
  })
})

test.each([
  ['747c1d2a-c668-4682-b9f9-296708a3dd90', '747c1d2a-c668-4682-b9f9-296708a3dd90'],
  ['747C1D2A-C668-4682-B9F9-296708A3DD90', '747c1d2a-c668-4682-b9f9-296708a3dd90'],
  ['747c1d2ac6684682b9f9296708a3dd90', undefined],
  ['747c1d2a-c668-4682-b9f9-296708a3dd9', undefined],
  ['747c1d2a-c668-4682-b9f9-296708a3dd900', undefined],
  ['g47c1d2a-c668-4682-b9f9-296708a3dd90', undefined],
  ['747c1d2a-c668-4682-b9f9-296708a3dd90\n', undefined],
  ['', undefined],
])('behavior: %j is the id %j, in the program and in the engine', async (text, id) => {
  expect(normalizePoolId(text)).toBe(id)
  expect(new RegExp(`^${POOL_ID_PATTERN}$`).test(text)).toBe(id !== undefined)
  const [row] = await engine.query<{ is: number }>(
    sql`SELECT ${isPoolIdSql(sql`text`)} AS is FROM (SELECT {text:String} AS text)`,
    { text },
  )
  expect(row?.is).toBe(id === undefined ? 0 : 1)
})
