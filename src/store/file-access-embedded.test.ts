import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hostileStatements } from '../../test/support/sql/hostile-to-engine.ts'
import { makeEngineDir } from '../../test/support/worker-engine.ts'
import { literal, sql, writtenByEngine } from '../lib/sql.ts'
import { EmbeddedConnection } from './embedded-connection.ts'
import { openEmbeddedEngine } from './embedded-engine.ts'
import type { Engine, StatementReader } from './engine.ts'
import names from './file-access-names.json' with { type: 'json' }

// Connections of the engine by what they do.
const READERS = 4
const WRITERS = 2
const STATEMENT_READERS = 1
const CANCELLERS = 1
const REFUSED = /The engine (runs no statement with|cannot use the path)|One statement at a time/

let folder: string
let canary: string
let output: string
let engine: Engine
let reader: StatementReader
beforeAll(async () => {
  folder = await makeEngineDir()
  canary = join(folder, 'canary.csv')
  output = join(folder, 'output.csv')
  writeFileSync(canary, 'secret\n')
  engine = await openEmbeddedEngine(folder)
  reader = await engine.openReader({ settings: {}, url: undefined })
  await engine.command(sql`CREATE DATABASE a`)
  await engine.command(sql`CREATE TABLE a.t (a String) ENGINE = MergeTree ORDER BY a`)
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Every connection that the engine has: each is seen at work. */
async function listConnections(): Promise<EmbeddedConnection[]> {
  const run = vi.spyOn(EmbeddedConnection.prototype, 'run')
  const stop = new AbortController()
  const busy = sql`SELECT sleep(0.2)`
  const endless = sql`SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 7`
  const cancelled = reader.read(endless, { format: 'CSVWithNames', signal: stop.signal })
  const refused = expect(cancelled).rejects.toThrow(/cancelled|canceled/i)
  await Promise.all(Array.from({ length: READERS }, () => engine.query(busy)))
  await Promise.all(Array.from({ length: WRITERS }, () => engine.command(busy)))
  stop.abort()
  await refused
  const seen = run.mock.contexts.filter((one) => one instanceof EmbeddedConnection)
  const connections = [...new Set(seen)]
  run.mockRestore()
  return connections
}

test('behavior: each single connection refuses what reaches a file, a network or a process', async () => {
  const connections = await listConnections()
  expect(connections.length).toBe(READERS + WRITERS + STATEMENT_READERS + CANCELLERS)
  for (const connection of connections) {
    const send = (text: string) =>
      connection.run(writtenByEngine(text), (client, query) => client.command({ query }))
    for (const text of hostileStatements(canary, output))
      await expect(send(text), text).rejects.toThrow(REFUSED)
    await expect(send('SELECT 1')).resolves.toBeDefined()
  }
  expect(existsSync(output)).toBe(false)
  expect(readFileSync(canary, 'utf8')).toBe('secret\n')
})

test('behavior: nor does any method of the engine let it through', async () => {
  const statements = hostileStatements(canary, output)
  expect(statements.length).toBeGreaterThanOrEqual(60)
  for (const text of statements) {
    const hostile = writtenByEngine(text)
    const runs = [
      () => engine.query(hostile),
      () => engine.columns(hostile),
      () => engine.command(hostile),
      () => engine.writerQuery(hostile),
      () => engine.writerQuery(hostile, {}, { files: [join(folder, 'other')] }),
      () => engine.command(hostile, {}, { files: [join(folder, 'other')] }),
      () => engine.queryNodes(hostile),
      () => engine.ddl(hostile),
      () => engine.onEveryNode(hostile),
      () => engine.onShards(hostile),
      () => engine.stream(hostile, 'CSVWithNames'),
      () => reader.read(hostile, { format: 'CSVWithNames' }),
    ]
    const results = await Promise.allSettled(runs.map((run) => run()))
    for (const result of results)
      expect(result, text).toMatchObject({
        status: 'rejected',
        reason: { message: expect.stringMatching(REFUSED) as string },
      })
    expect(existsSync(output), text).toBe(false)
  }
  expect(readFileSync(canary, 'utf8')).toBe('secret\n')
  expect(await engine.query(sql`SELECT * FROM a.t`)).toEqual([])
})

test.each(['`', '"', "'"])('behavior: a table named %s like a path is no file', async (quote) => {
  const named = writtenByEngine(`SELECT * FROM ${quote}${canary}${quote}`)
  await expect(engine.query(named)).rejects.toThrow(/UNKNOWN_TABLE|Unknown table/)
  await expect(engine.writerQuery(named)).rejects.toThrow(/UNKNOWN_TABLE|Unknown table/)
  await expect(reader.read(named, { format: 'CSVWithNames' })).rejects.toThrow(/Unknown table/)
})

test('behavior: a statement reaches the files that it was given, and no others', async () => {
  const files = [output]
  await engine.command(
    sql`INSERT INTO FUNCTION file(${literal(output)}, 'CSV') SELECT 7 AS a`,
    {},
    { files },
  )
  const read = sql`SELECT a FROM file(${literal(output)}, 'CSV', 'a UInt8')`
  expect(await engine.writerQuery(read, {}, { files })).toEqual([{ a: 7 }])
  await expect(engine.query(read)).rejects.toThrow(REFUSED)
  for (const text of [
    `SELECT * FROM file('${canary}', 'CSV')`,
    `SELECT * FROM file('${folder}/*.csv', 'CSV')`,
    `SELECT * FROM file('${folder}/x/../output.csv', 'CSV')`,
    `SELECT * FROM file('output.csv', 'CSV')`,
    `SELECT * FROM file('${output}' || '', 'CSV')`,
    `SELECT * FROM file(concat('${output}'), 'CSV')`,
    `${read} UNION ALL SELECT c1 FROM file('${canary}', 'CSV')`,
    `SELECT * FROM file('${output}', 'CSV', 'a UInt8, b String DEFAULT file(\\'${canary}\\')')`,
    `SELECT * FROM fileCluster('default', '${output}', 'CSV')`,
    `SELECT * FROM url('file://${output}', 'CSV')`,
    `SELECT * FROM url('http://127.0.0.1:1/', 'CSV')`,
    `${read} INTO OUTFILE '${folder}/another'`,
  ])
    await expect(engine.writerQuery(writtenByEngine(text), {}, { files }), text).rejects.toThrow(
      REFUSED,
    )
  for (const path of [`${folder}/*.csv`, `${folder}/{a,b}`, 'output.csv', `${folder}/../x`])
    await expect(
      engine.writerQuery(sql`SELECT * FROM file(${literal(path)}, 'CSV')`, {}, { files: [path] }),
    ).rejects.toThrow(REFUSED)
  rmSync(output)
})

test('behavior: each table function of the engine is refused or known to be harmless', async () => {
  const found = await engine.query<{ name: string }>(
    sql`SELECT lower(name) AS name FROM system.table_functions`,
  )
  const lists = [...names.tableFunctionsThatReachOut, ...names.harmlessTableFunctions]
  const known = new Set(lists.flatMap((line) => line.split(' ')))
  expect(found.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
