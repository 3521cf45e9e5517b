import { tableFromIPC } from 'apache-arrow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/public.ts'
import { protocols } from '../../domains/registry/public.ts'
import { tvlRecords } from '../../domains/tvl/public.ts'

let service: TestApp
let firstRun: number
let secondRun: number
beforeAll(async () => {
  service = await TestApp.start({ ALMANAC_SQL_MAX_ROWS: '50' })
  await service.put(protocols, [
    { id: '1', name: 'Example Swap', category: 'Dexs' },
    { id: '2', name: '=Risky', category: 'Lending' },
  ])
  firstRun = await service.put(tvlRecords, [
    { protocol: '1', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 600, tvlUsd: 1_000 },
    { protocol: '1', chain: 'base', section: 'tvl', atSec: NOW_SEC - 600, tvlUsd: 40 },
    { protocol: '2', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 600, tvlUsd: 9_000 },
  ])
  // A correction: 1,000 was 1,500.
  secondRun = await service.put(tvlRecords, [
    { protocol: '1', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 600, tvlUsd: 1_500 },
  ])
})
afterAll(() => service.stop())

const ask = (query: string, more: object = {}) =>
  service.post('/sql', { query, ...more }, { pro: true })
const rows = async (query: string, more: object = {}) => {
  const { status, body } = await ask(query, more)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { rows: unknown[][] }).rows
}

test('default: views show the present, with columns and types', async () => {
  // Protocol 1: 1,500 (corrected) + 40; protocol 2: 9,000.
  const { status, headers, body } = await ask(
    'SELECT name, sum(tvlUsd) AS tvlUsd FROM tvl JOIN protocols ON protocol = id GROUP BY name ORDER BY tvlUsd',
  )
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-as-of-run': String(secondRun),
  })
  expect(body).toEqual({
    columns: [
      { name: 'name', type: 'String' },
      { name: 'tvlUsd', type: 'Float64' },
    ],
    rows: [
      ['Example Swap', 1_540],
      ['=Risky', 9_000],
    ],
  })
})

test('behavior: `_versions` shows every version, with its run and quality', async () => {
  expect(
    await rows(
      "SELECT tvlUsd, run, quality FROM tvl_versions WHERE chain = 'ethereum' AND protocol = '1' ORDER BY run",
    ),
  ).toEqual([
    [1_000, firstRun, 'ok'],
    [1_500, secondRun, 'ok'],
  ])
})

test('behavior: `asOf` gives the same views of the past, in the body or in the query', async () => {
  // Nothing was known a day before the first run.
  const query = 'SELECT count() FROM tvl'
  expect(await rows(query)).toEqual([[3]])
  expect(await rows(query, { asOf: NOW_SEC - 86_400 })).toEqual([[0]])
  expect(await rows(query, { asOf: '2026-01-13' })).toEqual([[0]])
  const { body, headers } = await service.post('/sql?asOf=2026-01-13', { query }, { pro: true })
  expect(body).toMatchObject({ rows: [[0]] })
  expect(headers['x-as-of-run']).toBe('0')
  expect((await ask(`${query} `, { asOf: 'soon' })).status).toBe(400)
})

test('behavior: values are bound by the engine, whatever they hold', async () => {
  const text = `a'b"c\\ \`; DROP TABLE x -- /* \n\t{x:String} é 🚀`
  expect(await rows('SELECT {text:String} AS text', { parameters: { text } })).toEqual([[text]])
  expect(
    await rows('SELECT {n:UInt64}, {f:Float64}, {d:Date}, {l:Array(String)}, {z:Nullable(Int8)}', {
      parameters: { n: 5, f: 0.1, d: '2026-01-14', l: ["a'", 'b'], z: null },
    }),
  ).toEqual([[5, 0.1, '2026-01-14', ["a'", 'b'], null]])
  expect(
    await rows(
      'SELECT tvlUsd FROM tvl WHERE protocol = {id:String} AND chain IN {chains:Array(String)} ORDER BY tvlUsd',
      { parameters: { id: '1', chains: ['base', 'ethereum'] } },
    ),
  ).toEqual([[40], [1_500]])
  const missing = await ask('SELECT {x:String}')
  expect(missing).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
})

test('behavior: a parameter cannot reach what the statement cannot', async () => {
  for (const t of ['system.tables', 'almanac.fact_prices', 'fact_prices', '/etc/passwd'])
    expect(await ask('SELECT * FROM {t:Identifier}', { parameters: { t } })).toMatchObject({
      status: 400,
    })
  // A name that is ours inside means nothing outside.
  expect(
    await rows('SELECT count() FROM tvl', {
      parameters: { snapshotRun: 0, text: 'SELECT 1', sinceRun: 0 },
    }),
  ).toEqual([[3]])
})

test('behavior: CTEs, subqueries, set operations, windows and ordering work', async () => {
  expect(
    await rows(
      `WITH latest AS (SELECT protocol, sum(tvlUsd) AS tvlUsd FROM tvl GROUP BY protocol)
       SELECT protocol, rank() OVER (ORDER BY tvlUsd DESC) AS place FROM latest
       WHERE protocol IN (SELECT id FROM protocols) ORDER BY place;`,
    ),
  ).toEqual([
    ['2', 1],
    ['1', 2],
  ])
  expect(
    await rows('(SELECT 2 AS a) UNION ALL (SELECT 1) UNION ALL SELECT 3 -- the end'),
  ).toHaveLength(3)
  // A row without a match has a null, not a zero.
  expect(
    await rows(
      'SELECT id, priceUsd FROM protocols LEFT JOIN prices ON coin = name ORDER BY id LIMIT 1',
    ),
  ).toEqual([['1', null]])
  expect(await rows('SELECT toDateTime(atSec) FROM tvl LIMIT 1')).toEqual([
    ['2026-01-14T11:50:00Z'],
  ])
  expect(prices.name).toBe('prices')
})

test('behavior: CSV, NDJSON, Arrow and Parquet; texts are safe in a spreadsheet', async () => {
  const query =
    'SELECT name, NULL AS nothing, toUInt64(18446744073709551615) AS big FROM protocols ORDER BY id'
  const csv = await ask(query, { format: 'csv' })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body).toBe(
    '"name","nothing","big"\n"Example Swap",,18446744073709551615\n"\'=Risky",,18446744073709551615\n',
  )
  const ndjson = await ask('SELECT id, name FROM protocols ORDER BY id', { format: 'ndjson' })
  expect(ndjson.body).toBe('{"id":"1","name":"Example Swap"}\n{"id":"2","name":"=Risky"}\n')
  const raw = (format: string) =>
    service.app.server.inject({
      method: 'POST',
      url: '/sql',
      headers: { 'x-api-key': 'test-key-0123456789' },
      payload: { query: 'SELECT id, recordedAt FROM protocols ORDER BY id', format },
    })
  const arrow = await raw('arrow')
  expect(arrow.headers['content-type']).toBe('application/vnd.apache.arrow.stream')
  const table = tableFromIPC(arrow.rawPayload)
  expect(table.toArray().map((row) => row.id)).toEqual(['1', '2'])
  expect(String(table.schema.fields[1]?.type)).toContain('Timestamp')
  const parquet = await raw('parquet')
  expect(parquet.rawPayload.subarray(0, 4).toString()).toBe('PAR1')
})

test('behavior: EXPLAIN shows the plan, as a statement or as a flag', async () => {
  for (const response of [
    await rows('EXPLAIN SELECT count() FROM tvl LIMIT 1', {}),
    await rows('SELECT count() FROM tvl', { explain: true }),
  ])
    expect(JSON.stringify(response)).toContain('Limit')
})

test('error: 413 when the result has more rows than allowed', async () => {
  expect(await rows('SELECT arrayJoin(range(50))')).toHaveLength(50)
  expect(await ask('SELECT arrayJoin(range(51))')).toMatchObject({
    status: 413,
    body: { error: 'too_large', message: expect.stringContaining('more than 50 rows') },
  })
})

test('error: 400 names what is wrong in one sentence', async () => {
  const message = async (query: unknown, more: object = {}) => {
    const { status, body } = await service.post('/sql', { query, ...more }, { pro: true })
    return [status, (body as { message: string }).message]
  }
  expect(await message('SELECT nothing FROM protocols')).toEqual([
    400,
    'The statement is invalid: Unknown expression identifier `nothing`.',
  ])
  expect(await message('SELECT * FROM protocol')).toEqual([
    400,
    'There is no view "protocol". GET /meta/datasets lists the views.',
  ])
  expect(await message('')).toEqual([400, 'The statement is empty.'])
  expect(await message(5)).toEqual([400, 'Parameter `query` must be a text.'])
  expect(await message('SELECT 1', { format: 'xml' })).toEqual([
    400,
    'Parameter `format` must be one of json, csv, ndjson, arrow, parquet.',
  ])
  expect(await message('SELECT 1', { settings: {} })).toEqual([
    400,
    'Parameter `settings` is not one of query, parameters, asOf, format and explain.',
  ])
})

test('error: 401 without a key', async () => {
  expect(await service.post('/sql', { query: 'SELECT 1' })).toMatchObject({ status: 401 })
})
