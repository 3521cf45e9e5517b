import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEngineDir } from '../../test/support/worker-engine.ts'
import { sql } from '../lib/sql.ts'
import { openEmbeddedEngine } from './embedded-engine.ts'
import type { Engine, OutputFormat } from './engine.ts'

// Writes some of its rows, then fails.
const FAILS_MIDWAY = sql`SELECT throwIf(number = 500000) AS failed, number FROM numbers(1000000)`

let path: string
let engine: Engine
beforeAll(async () => {
  path = await makeEngineDir()
  engine = await openEmbeddedEngine(path)
})
afterAll(async () => {
  await engine.close()
  rmSync(path, { recursive: true, force: true })
})

/** More requests at once than there are connections, so that each has some waiting. */
function askMany(ask: () => Promise<unknown[]>): Promise<(number | 'failed')[]> {
  const countRows = () =>
    ask().then(
      (rows) => rows.length,
      () => 'failed' as const,
    )
  return Promise.all(Array.from({ length: 12 }, countRows))
}

test('behavior: rows that a failed query had written are not in the next response', async () => {
  const failing = askMany(() => engine.query(FAILS_MIDWAY))
  const waiting = askMany(() => engine.query(sql`SELECT 1 AS one`))
  expect(new Set(await failing)).toEqual(new Set(['failed']))
  expect(new Set(await waiting)).toEqual(new Set([1]))
  expect(await engine.columns(sql`SELECT 2 AS two`)).toEqual({ two: [2] })
})

test('behavior: nor in that of a writing connection', async () => {
  await askMany(() => engine.writerQuery(FAILS_MIDWAY))
  expect(new Set(await askMany(() => engine.writerQuery(sql`SELECT 1 AS one`)))).toEqual(
    new Set([1]),
  )
})

test.each<OutputFormat>([
  'CSVWithNames',
  'JSONEachRow',
  'JSONCompactEachRowWithNamesAndTypes',
  'ArrowStream',
  'Parquet',
])('behavior: nor in that of a statement in %s', async (format) => {
  const reader = await engine.openReader({ settings: {}, url: undefined })
  await expect(reader.read(FAILS_MIDWAY, { format })).rejects.toThrow('throwIf')
  const next = await reader.read(sql`SELECT 1 AS one`, { format: 'JSONEachRow' })
  expect(next.toString()).toBe('{"one":1}\n')
})

test('behavior: a failed statement gives its memory back while another runs', async () => {
  const stop = new AbortController()
  const settings = { max_memory_usage: 100_000_000, max_block_size: 8_192, max_threads: 1 }
  const [long, failing] = await Promise.all([
    engine.openReader({ settings, url: undefined }),
    engine.openReader({ settings, url: undefined }),
  ])
  const running = long
    .read(sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 7`, {
      format: 'CSVWithNames',
      signal: stop.signal,
    })
    .catch((error: unknown) => error)
  const countRunning = async () => {
    const [response] = await engine.writerQuery<{ count: number }>(
      sql`SELECT count() AS count FROM system.processes WHERE startsWith(query, '/* statement')`,
    )
    return response?.count
  }
  await expect.poll(countRunning).toBe(1)
  await expect(
    failing.read(sql`SELECT groupArray(number) FROM numbers(1000000000)`, {
      format: 'CSVWithNames',
    }),
  ).rejects.toThrow('memory limit')
  expect(await countRunning()).toBe(1)
  stop.abort()
  expect(await running).toBeInstanceOf(Error)
  expect(await countRunning()).toBe(0)
})
