import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isOpen } from './is-open.ts'
import { type ClickHouseServer, startClickHouse } from './start-server.ts'

// Without its log: some of the errors are what the tests ask for.
const openClient = (url: string): ClickHouseClient =>
  createClient({ url, log: { level: ClickHouseLogLevel.OFF } })

async function rowsOf(client: ClickHouseClient, query: string): Promise<unknown[]> {
  const result = await client.query({
    query,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  })
  return await result.json()
}

/** Its two ports and its data folder, as the server itself reports them. */
async function readPlace(url: string): Promise<{ ports: number[]; folder: string }> {
  const query = "SELECT tcpPort(), value FROM system.server_settings WHERE name = 'path' FORMAT TSV"
  const response = await (await fetch(url, { method: 'POST', body: query })).text()
  const [tcp = '', folder = ''] = response.trim().split('\t')
  return { ports: [Number(new URL(url).port), Number(tcp)], folder }
}

describe('one server', () => {
  let server: ClickHouseServer
  let client: ClickHouseClient

  beforeAll(async () => {
    server = await startClickHouse()
    client = openClient(server.url)
  })

  afterAll(async () => {
    await client.close()
    await server.stop()
  })

  test('default: one url, no cluster', () => {
    expect(server.urls).toEqual([server.url])
    expect(server.clusterName).toBeUndefined()
  })

  test('behavior: an fsynced insert is read back', async () => {
    await client.command({
      query:
        'CREATE TABLE kept (a String, b UInt32) ENGINE = MergeTree ORDER BY a SETTINGS fsync_after_insert = 1',
    })
    const values = [
      { a: 'x', b: 1 },
      { a: 'y', b: 2 },
    ]
    await client.insert({ table: 'kept', values, format: 'JSONEachRow' })
    expect(await rowsOf(client, 'SELECT a, b FROM kept ORDER BY a')).toEqual([
      ['x', 1],
      ['y', 2],
    ])
  })

  test('behavior: a stream of CSV goes in through input()', async () => {
    await client.command({
      query: 'CREATE TABLE streamed (a String, doubled UInt32) ENGINE = MergeTree ORDER BY a',
    })
    function* lines(): Generator<string> {
      for (let b = 1; b <= 10_000; b++) yield `key-${b % 10},${b}\n`
    }
    const values = Readable.from(lines(), { objectMode: false })
    const query = "INSERT INTO streamed SELECT a, b * 2 FROM input('a String, b UInt32') FORMAT CSV"
    const { stream } = await client.exec({ query, values })
    expect(await text(stream)).toBe('')
    // 10,000 rows; twice the sum of 1…10,000.
    expect(await rowsOf(client, 'SELECT count(), sum(doubled) FROM streamed')).toEqual([
      [10_000, 100_010_000],
    ])
  })

  test('behavior: a partition is attached from another table', async () => {
    await client.command({ query: 'CREATE TABLE staged (a UInt32) ENGINE = MergeTree ORDER BY a' })
    await client.command({ query: 'CREATE TABLE live AS staged' })
    await client.command({ query: 'INSERT INTO staged SELECT number FROM numbers(5)' })
    await client.command({ query: 'ALTER TABLE live ATTACH PARTITION tuple() FROM staged' })
    expect(await rowsOf(client, 'SELECT count(), sum(a) FROM live')).toEqual([[5, 10]])
  })

  test('behavior: mutations apply', async () => {
    await client.command({
      query: 'CREATE TABLE mutable (a UInt32, b String) ENGINE = MergeTree ORDER BY a',
    })
    await client.command({ query: "INSERT INTO mutable SELECT number, 'old' FROM numbers(4)" })
    await client.command({
      query: "ALTER TABLE mutable UPDATE b = 'new' WHERE a = 1",
      clickhouse_settings: { mutations_sync: '1' },
    })
    await client.command({ query: 'DELETE FROM mutable WHERE a = 2' })
    expect(await rowsOf(client, 'SELECT a, b FROM mutable ORDER BY a')).toEqual([
      [0, 'old'],
      [1, 'new'],
      [3, 'old'],
    ])
  })

  test('behavior: readonly=1 takes query parameters and settings, and refuses to write', async () => {
    const clickhouse_settings = { readonly: '1', max_execution_time: 5 } as const
    const result = await client.query({
      query: 'SELECT {n:UInt32} + 1 AS n',
      query_params: { n: 41 },
      format: 'JSONEachRow',
      clickhouse_settings,
    })
    expect(await result.json()).toEqual([{ n: 42 }])
    await expect(
      client.command({
        query: 'CREATE TABLE refused (a UInt8) ENGINE = Memory',
        clickhouse_settings,
      }),
    ).rejects.toThrow(/readonly/)
  })
})

describe('two shards', () => {
  let server: ClickHouseServer
  let shards: ClickHouseClient[]
  let first: ClickHouseClient

  beforeAll(async () => {
    server = await startClickHouse({ cluster: { name: 'pair', shards: 2 } })
    shards = server.urls.map(openClient)
    first = openClient(server.url)
    for (const shard of shards) {
      await shard.command({
        query:
          'CREATE TABLE points_local (k String, version UInt32, v UInt32) ENGINE = MergeTree ORDER BY (k, version)',
      })
      await shard.command({
        query: `CREATE TABLE points AS points_local ENGINE = Distributed(${server.clusterName}, default, points_local, cityHash64(k))`,
      })
    }
    // 1,000 rows: keys 0…499, each in version 0 (v = key) and version 1 (v = key + 500).
    const query =
      'INSERT INTO points SELECT toString(number % 500), intDiv(number, 500), number FROM numbers(1000)'
    await first.command({ query, clickhouse_settings: { distributed_foreground_insert: 1 } })
  })

  afterAll(async () => {
    await Promise.all([first, ...shards].map((client) => client.close()))
    await server.stop()
  })

  test('behavior: each shard holds a part and the distributed table holds all', async () => {
    const rows = await Promise.all(
      shards.map((shard) => rowsOf(shard, 'SELECT count() FROM points_local')),
    )
    const counts = rows.flat(2).map(Number)
    expect(Math.min(...counts)).toBeGreaterThan(300)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000)
    for (const shard of shards)
      expect(await rowsOf(shard, 'SELECT count(), sum(v) FROM points')).toEqual([[1_000, 499_500]])
  })

  test('behavior: LIMIT 1 BY keeps the last version of each key over all shards', async () => {
    const last = 'SELECT k, v FROM points ORDER BY k, version DESC LIMIT 1 BY k'
    // 500 keys; the sum of 500…999.
    expect(await rowsOf(first, `SELECT count(), sum(v) FROM (${last})`)).toEqual([[500, 374_750]])
  })

  test('error: ON CLUSTER is refused, so tables are created shard by shard', async () => {
    const query = 'CREATE TABLE everywhere ON CLUSTER pair (a UInt8) ENGINE = Memory'
    await expect(first.command({ query })).rejects.toThrow('Replicated DDL queries are disabled')
  })
})

describe('the end', () => {
  test('behavior: after stop() the ports are closed and the folders gone', async () => {
    const server = await startClickHouse({ cluster: { name: 'pair', shards: 2 } })
    const places = await Promise.all(server.urls.map(readPlace))
    const ports = places.flatMap((place) => place.ports)
    expect(await Promise.all(ports.map(isOpen))).toEqual([true, true, true, true])
    expect(places.map((place) => existsSync(place.folder))).toEqual([true, true])
    await server.stop()
    expect(await Promise.all(ports.map(isOpen))).toEqual([false, false, false, false])
    expect(places.map((place) => existsSync(place.folder))).toEqual([false, false])
  })

  test('behavior: a server dies with the process that started it', async () => {
    const module = new URL('./start-server.ts', import.meta.url).href
    const program = `const { startClickHouse } = await import('${module}'); process.stdout.write((await startClickHouse()).url)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [url] = await once(parent.stdout, 'data')
    const { ports, folder } = await readPlace(String(url))
    parent.kill('SIGKILL')
    await vi.waitFor(
      async () => expect(await Promise.all(ports.map(isOpen))).toEqual([false, false]),
      { timeout: 10_000 },
    )
    expect(existsSync(folder)).toBe(false)
  })

  test('error: a cluster needs a plain name and at least one shard', async () => {
    await expect(startClickHouse({ cluster: { name: 'a<b', shards: 2 } })).rejects.toThrow(
      'Not a cluster name',
    )
    await expect(startClickHouse({ cluster: { name: 'pair', shards: 0 } })).rejects.toThrow(
      'Not a number of shards',
    )
  })
})
