import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT_FORMATS, type ExportFormat, exportFact } from './export.ts'
import { openTestStore, type TestStore } from './import/store-for-tests.ts'

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

async function exported(fact: string, format: ExportFormat, asOfMs?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const write = async (bytes: Uint8Array) => {
    chunks.push(bytes)
  }
  await exportFact(it.store, { fact, format, asOfMs, tempDir: `${it.folder}/spool`, write })
  return Buffer.concat(chunks)
}

const POOLS =
  'chain,pool,atSec,users,stable,tags,apyPct,rank,open,symbol,note,quality\n' +
  'eth,a,1700000000,5,true,"[""x, \\""y\\"""",""|"",""ü""]",0.30000000000000004,9007199254740993,false,USDC,"line\nbreak, ""quoted""",ok\n' +
  'eth,b,1700000001,5,false,,1e-18,,,,,backfilled\n' +
  'sol,c,1700000002,0,true,one,123456789.123456789,-1,true,NULL,NULL,disputed\n'

test('behavior: an export comes back unchanged from every format: floats, nulls, lists, quality', async () => {
  const first = await it.import('pools', await it.file('pools.csv', POOLS))
  expect(first).toMatchObject({ accepted: 3, rejected: 0 })
  const before = await it.rows('pools')
  for (const format of EXPORT_FORMATS) {
    const path = await it.file(`back.${format}`, await exported('pools', format))
    expect(await it.import('pools', path)).toMatchObject({ alreadyKnown: true, rejected: 0 })
    expect(await it.import('pools', path, { again: true })).toMatchObject({
      accepted: 3,
      rejected: 0,
      ignoredColumns: [],
    })
    expect(await it.rows('pools')).toEqual(before)
  }
})

test('behavior: CSV is readable: nothing for null, JSON for lists', async () => {
  // biome-ignore format: short
  const [header, row] = (await exported('pools', 'csv')).toString().split('\n').filter((line) => !line.includes('eth') && !line.includes('quoted'))
  expect(header).toBe(
    '"chain","pool","atSec","users","stable","tags","apyPct","rank","open","symbol","note","quality"',
  )
  expect(row).toBe(
    '"sol","c",1700000002,0,true,"[""one""]",123456789.12345679,-1,true,"NULL","NULL","disputed"',
  )
})

test('behavior: the current view, or the view as of a time; held rows stay at home', async () => {
  const one = await it.import(
    'prices',
    await it.file('1.csv', 'coin,atSec,priceUsd\na,1,1\nb,1,2e9\n'),
  )
  await new Promise((done) => setTimeout(done, 5))
  await it.import('prices', await it.file('2.csv', 'coin,atSec,priceUsd\na,1,5\n'))
  const row = (priceUsd: number) =>
    `${JSON.stringify({ coin: 'a', atSec: 1, priceUsd, confidence: null, quality: 'ok' })}\n`
  expect((await exported('prices', 'ndjson')).toString()).toBe(row(5))
  expect((await exported('prices', 'ndjson', one.committedAtMs)).toString()).toBe(row(1))
})

test('behavior: a fact without rows exports a header and nothing else', async () => {
  expect((await exported('names', 'csv')).toString()).toBe('"slug","name","quality"\n')
  expect((await exported('names', 'ndjson')).toString()).toBe('')
  expect((await exported('names', 'parquet')).subarray(0, 4).toString()).toBe('PAR1')
})

test('behavior: nothing stays in the folder for copies; progress ends at the whole', async () => {
  const seen: { phase: string; doneBytes: number; totalBytes: number; rows: number }[] = []
  let bytes = 0
  const write = async (chunk: Uint8Array) => {
    bytes += chunk.length
  }
  await exportFact(it.store, {
    fact: 'pools',
    format: 'csv',
    tempDir: `${it.folder}/spool`,
    write,
    onProgress: (state) => seen.push(state),
  })
  expect(seen.at(-1)).toEqual({ phase: 'writing', doneBytes: bytes, totalBytes: bytes, rows: 3 })
  expect(await readdir(`${it.folder}/spool`)).toEqual([])
})

test('error: an unknown fact', async () => {
  await expect(exported('pool', 'csv')).rejects.toThrow(
    'unknown fact "pool" (did you mean pools?); known facts: amounts, incidents, names, pools, prices',
  )
})
