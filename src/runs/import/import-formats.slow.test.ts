import { readFile } from 'node:fs/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { literal, type Sql, sql } from '../../lib/sql.ts'
import { openTestStore, type TestStore } from './store-for-tests.ts'

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

// 1700000000 is 2023-11-14T22:13:20Z; 1767225600 is 2026-01-01T00:00:00Z.
const PRICES_CSV =
  'coin,atSec,priceUsd,confidence\nbtc,1700000000,0.30000000000000004,\neth,2026-01-01,1e-18,0.5\n"a ""b"", c",1700000000,123456789.123456789,1\n'
const PRICES_NDJSON =
  '{"coin":"btc","atSec":1700000000,"priceUsd":0.30000000000000004}\n' +
  '{"coin":"eth","atSec":"2026-01-01T00:00:00Z","priceUsd":"1e-18","confidence":0.5}\n' +
  '{"coin":"a \\"b\\", c","atSec":1.7e9,"priceUsd":123456789.123456789,"confidence":1}\n'
const PRICES = [
  {
    coin: 'a "b", c',
    atSec: 1700000000,
    priceUsd: 123456789.12345679,
    confidence: 1,
    quality: 'ok',
  },
  { coin: 'btc', atSec: 1700000000, priceUsd: 0.1 + 0.2, confidence: null, quality: 'ok' },
  { coin: 'eth', atSec: 1767225600, priceUsd: 1e-18, confidence: 0.5, quality: 'ok' },
]

async function writeTyped(name: string, format: string, select: Sql): Promise<string> {
  const path = `${it.folder}/${name}`
  await it.store.engine.command(
    sql`INSERT INTO FUNCTION file(${literal(path)}, ${literal(format)}) ${select} SETTINGS engine_file_truncate_on_insert = 1`,
    {},
    { files: [path] },
  )
  return path
}

const PRICES_SELECT = sql`SELECT 'btc' AS coin, toDateTime64('2023-11-14 22:13:20', 3, 'UTC') AS atSec, 0.1 + 0.2 AS priceUsd, CAST(NULL, 'Nullable(Float64)') AS confidence UNION ALL SELECT 'eth', toDateTime64('2026-01-01 00:00:00', 3, 'UTC'), 1e-18, 0.5 UNION ALL SELECT 'a \"b\", c', toDateTime64('2023-11-14 22:13:20', 3, 'UTC'), 123456789.123456789, 1`

describe('formats and compressions', () => {
  const contents: Record<string, () => Promise<Uint8Array>> = {
    csv: async () => Buffer.from(PRICES_CSV),
    ndjson: async () => Buffer.from(PRICES_NDJSON),
    parquet: async () => readFile(await writeTyped('p.parquet', 'Parquet', PRICES_SELECT)),
    arrow: async () => readFile(await writeTyped('p.arrow', 'Arrow', PRICES_SELECT)),
  }
  const packers = { '': (bytes: Uint8Array) => bytes, '.gz': gzipSync, '.zst': zstdCompressSync }
  for (const [format, content] of Object.entries(contents)) {
    for (const [ending, pack] of Object.entries(packers)) {
      test(`behavior: ${format}${ending} gives the same rows, exact to the last bit`, async () => {
        const path = await it.file(`prices.${format}${ending}`, pack(await content()))
        const summary = await it.import('prices', path, { again: true })
        expect(summary).toMatchObject({
          alreadyKnown: false,
          accepted: 3,
          rejected: 0,
          held: 0,
          rejectsFile: undefined,
          ignoredColumns: [],
        })
        expect(await it.rows('prices')).toEqual(PRICES)
      })
    }
  }

  test('behavior: the same content in another format, order and compression is already known', async () => {
    const first = await it.import('prices', await it.file('x.csv', PRICES_CSV), { again: true })
    const reversed = PRICES_NDJSON.trim().split('\n').reverse().join('\n')
    const second = await it.import('prices', await it.file('x.ndjson.gz', gzipSync(reversed)))
    const third = await it.import('prices', await writeTyped('x.parquet', 'Parquet', PRICES_SELECT))
    expect(second).toMatchObject({
      run: first.run,
      alreadyKnown: true,
      accepted: 0,
      committedAtMs: first.committedAtMs,
    })
    expect(third).toMatchObject({ run: first.run, alreadyKnown: true })
    expect(await it.import('prices', `${it.folder}/x.csv`, { again: true })).toMatchObject({
      alreadyKnown: false,
      accepted: 3,
    })
  })

  test('behavior: compression and binary formats are told by their bytes, not their names', async () => {
    expect(
      await it.import('prices', await it.file('lies.csv', gzipSync(PRICES_CSV)), { again: true }),
    ).toMatchObject({ accepted: 3 })
    const parquet = await readFile(await writeTyped('q.parquet', 'Parquet', PRICES_SELECT))
    expect(
      await it.import('prices', await it.file('standard-input', parquet), { again: true }),
    ).toMatchObject({ accepted: 3 })
    expect(
      await it.import('prices', await it.file('plain', PRICES_CSV), { again: true, format: 'csv' }),
    ).toMatchObject({ accepted: 3 })
  })

  test('behavior: names with quotes, patterns and backslashes are files like any other', async () => {
    for (const name of ["it's {a,b}*?.csv", 'back\\slash.csv', 'ünï códe.csv']) {
      expect(
        await it.import('prices', await it.file(name, PRICES_CSV), { again: true }),
      ).toMatchObject({ accepted: 3 })
    }
  })

  test('behavior: a byte order mark, Windows line ends, a quoted header and blank last lines do no harm', async () => {
    const csv = `\uFEFF"coin", "atSec" ,priceUsd\r\nbtc,1700000000, 5 \r\n\r\n`
    expect(await it.import('prices', await it.file('win.csv', csv))).toMatchObject({
      accepted: 1,
      rejected: 0,
    })
    const ndjson = '\uFEFF{"coin":"btc","atSec":1700000000,"priceUsd":6}\r\n\r\n'
    expect(await it.import('prices', await it.file('win.ndjson', ndjson))).toMatchObject({
      accepted: 1,
      rejected: 0,
    })
    expect(await it.rows('prices', sql`coin`)).toContainEqual({
      coin: 'btc',
      atSec: 1700000000,
      priceUsd: 6,
      confidence: null,
      quality: 'ok',
    })
  })

  test('behavior: column names may be anything; a column without a name is ignored like others', async () => {
    const header = `,coin,atSec,priceUsd,"it's \`odd\`, \\ and ""quoted""\non two lines",row`
    const summary = await it.import(
      'prices',
      await it.file('odd.csv', `${header}\n0,o1,1,1,x,9\n1,o2,1,bad,y,9\n`),
    )
    expect(summary).toMatchObject({
      accepted: 1,
      rejected: 1,
      ignoredColumns: ['column 1', 'it\'s `odd`, \\ and "quoted"\non two lines', 'row'],
    })
    expect(await it.rejects(summary)).toEqual([
      { row: 2, reason: 'priceUsd: not a number ("bad")', 'column 1': '1', coin: 'o2', atSec: '1', priceUsd: 'bad', 'it\'s `odd`, \\ and "quoted"\non two lines': 'y', 'row (column)': '9' },
    ]) // biome-ignore format: a table
  })

  test('behavior: an empty cell, the word NULL and an absent column are the same null', async () => {
    const first = await it.import(
      'prices',
      await it.file('null1.csv', 'coin,atSec,priceUsd,confidence\nnil,5,1,NULL\n'),
    )
    for (const csv of [
      'coin,atSec,priceUsd,confidence\nnil,5,1,\n',
      'coin,atSec,priceUsd\nnil,5,1\n',
      'coin,atSec,priceUsd,confidence\nnil,5,1,\\N\n',
    ]) {
      expect(await it.import('prices', await it.file('null2.csv', csv))).toMatchObject({
        alreadyKnown: true,
        run: first.run,
      })
    }
  })

  test('behavior: all files of one call are one run', async () => {
    const csv = await it.file('one.csv', 'coin,atSec,priceUsd\nx1,1,1\n')
    const ndjson = await it.file('two.ndjson', '{"coin":"x2","atSec":1,"priceUsd":2}\n')
    expect(await it.import('prices', [csv, ndjson])).toMatchObject({ accepted: 2 })
  })

  test('behavior: columns nobody reads are named; nullable ones may be absent; a key may come late', async () => {
    const late = `${'{"coin":"same","atSec":1,"priceUsd":2,"foo":1}\n'.repeat(1500)}{"coin":"late","atSec":2,"priceUsd":2,"confidence":0.25}\n`
    const summary = await it.import('prices', await it.file('late.ndjson', late))
    expect(summary).toMatchObject({ accepted: 2, ignoredColumns: ['foo'] })
    expect(await it.rows('prices')).toContainEqual({
      coin: 'late',
      atSec: 2,
      priceUsd: 2,
      confidence: 0.25,
      quality: 'ok',
    })
  })
})

describe('values', () => {
  const HEADER = 'chain,pool,atSec,users,stable,tags,apyPct,rank,open,symbol,note,quality'

  test('behavior: every kind from text', async () => {
    const rows = [
      'eth,a,1,5,TRUE,a|b|c,,,,,,',
      'eth,b,2,5.0,0,"[""x|y"",""z""]",-1.5,-7,false,USDC,"two\nlines",backfilled',
      'eth,c,3,1e2,1,,NULL,null,,,"",carried',
    ]
    const summary = await it.import(
      'pools',
      await it.file('kinds.csv', `${HEADER}\n${rows.join('\n')}\n`),
    )
    expect(summary).toMatchObject({ accepted: 3, rejected: 0 })
    const none = { apyPct: null, rank: null, open: null, symbol: null, note: null }
    expect(await it.rows('pools')).toEqual([
      { chain: 'eth', pool: 'a', atSec: 1, users: 5, stable: true, tags: ['a', 'b', 'c'], ...none, quality: 'ok' },
      { chain: 'eth', pool: 'b', atSec: 2, users: 5, stable: false, tags: ['x|y', 'z'], apyPct: -1.5, rank: -7, open: false, symbol: 'USDC', note: 'two\nlines', quality: 'backfilled' },
      { chain: 'eth', pool: 'c', atSec: 3, users: 100, stable: true, tags: [], ...none, quality: 'carried' },
    ]) // biome-ignore format: a table
  })

  test('behavior: typed columns of Parquet and Arrow', async () => {
    const select = sql`SELECT toLowCardinality('eth') AS chain, 'p1' AS pool, toDate32('2026-01-01') AS atSec, toFloat32(5) AS users, true AS stable, ['a', 'b'] AS tags, toDecimal64(1.5, 3) AS apyPct, toUInt8(3) AS rank, CAST(NULL, 'Nullable(Bool)') AS open, 'X' AS symbol, toInt64(42) AS note`
    // biome-ignore format: a row
    const expected = { chain: 'eth', pool: 'p1', atSec: 1767225600, users: 5, stable: true, tags: ['a', 'b'], apyPct: 1.5, rank: 3, open: null, symbol: 'X', note: '42', quality: 'ok' }
    for (const [name, format] of [
      ['t.parquet', 'Parquet'],
      ['t.arrow', 'Arrow'],
    ] as const) {
      // biome-ignore format: a table
      expect(await it.import('pools', await writeTyped(name, format, select), { again: true })).toMatchObject({ accepted: 1 })
      expect(await it.rows('pools')).toContainEqual(expected)
    }
  })

  test('behavior: bad values of typed columns are rejected with their rows', async () => {
    const select = sql`SELECT if(number = 1, '', concat('c', toString(number))) AS coin, toInt64(number) - 1 AS atSec, if(number = 3, nan, toFloat64(number)) AS priceUsd FROM numbers(5)`
    for (const [name, format] of [
      ['b.parquet', 'Parquet'],
      ['b.arrow', 'Arrow'],
    ] as const) {
      // biome-ignore format: a table
      const summary = await it.import('prices', await writeTyped(name, format, select), { again: true })
      expect(summary).toMatchObject({ accepted: 2, rejected: 3 })
      expect((await it.rejects(summary)).map(({ row, reason }) => [row, reason])).toEqual([
        [1, 'atSec: before 1970 ("-1")'],
        [2, 'coin: missing'],
        [4, 'priceUsd: not a finite number ("nan")'],
      ])
    }
  })

  test('behavior: times as Unix seconds, dates and date-times with and without an offset', async () => {
    const forms = [
      ['0', 0],
      ['1700000000', 1700000000],
      ['1700000000.0', 1700000000],
      ['2026-01-01', 1767225600],
      ['2026-01-01T10:00', 1767261600],
      ['2026-01-01 10:00:00', 1767261600],
      ['2026-01-01T10:00:00.999Z', 1767261600],
      ['2026-01-01T10:00:00+02:00', 1767254400],
      ['2026-01-01t10:00:00-0230', 1767270600],
      ['2026-01-01 10:00:00 UTC', 1767261600],
      ['2105-12-31T23:59:59Z', 4291747199],
    ] as const
    const csv = `coin,atSec,priceUsd\n${forms.map(([text], index) => `time${String(index).padStart(2, '0')},${text},1`).join('\n')}`
    expect(await it.import('prices', await it.file('times.csv', csv))).toMatchObject({
      accepted: forms.length,
      rejected: 0,
    })
    const rows = (await it.rows('prices', sql`coin`)) as { coin: string; atSec: number }[]
    expect(rows.filter((row) => row.coin.startsWith('time')).map((row) => row.atSec)).toEqual(
      forms.map(([, seconds]) => seconds),
    )
  })

  test('behavior: JSON numbers are exact, whatever the first lines made of their columns', async () => {
    const head =
      '{"chain":"n","pool":"h","atSec":1,"users":1,"stable":true,"tags":[],"apyPct":0.5,"rank":1}\n'.repeat(
        1200,
      )
    const tail = [
      '{"chain":"n","pool":"i","atSec":1.7e9,"users":1e2,"stable":false,"tags":["a"],"apyPct":0.30000000000000004,"rank":-3}',
      '{"chain":"n","pool":"j","atSec":2,"users":1,"stable":0,"tags":"a|b","apyPct":123456789.123456789,"rank":null}',
    ]
    const late = [
      '{"chain":"n","pool":"k","atSec":"2026-01-01","users":"7","stable":"true","tags":[],"apyPct":"1e-18","rank":9007199254740993}',
      '{"chain":"n","pool":"l","atSec":3,"users":true,"stable":true,"tags":[],"apyPct":0,"rank":1}',
    ]
    expect(
      await it.import('pools', await it.file('numbers.ndjson', head + tail.join('\n'))),
    ).toMatchObject({ accepted: 3, rejected: 0 })
    const mixed = await it.import('pools', await it.file('mixed.ndjson', head + late.join('\n')))
    expect(mixed).toMatchObject({ accepted: 2, rejected: 1 })
    expect((await it.rejects(mixed)).map(({ row, reason }) => [row, reason])).toEqual([
      [1202, 'users: not a whole number ("true")'],
    ])
    const rows = await it.store
      .snapshot()
      .query(
        sql`SELECT pool, atSec, users, apyPct, toString(rank) AS rank FROM almanac.fact_pools WHERE chain = 'n' AND pool != 'h' ORDER BY pool`,
      )
    expect(rows).toEqual([
      { pool: 'i', atSec: 1700000000, users: 100, apyPct: 0.1 + 0.2, rank: '-3' },
      { pool: 'j', atSec: 2, users: 1, apyPct: 123456789.12345679, rank: null },
      { pool: 'k', atSec: 1767225600, users: 7, apyPct: 1e-18, rank: '9007199254740993' },
    ])
  })

  test('behavior: a fact without a time', async () => {
    expect(await it.import('names', await it.file('n.csv', 'slug,name\na,A\nb,B\n'))).toMatchObject(
      { accepted: 2 },
    )
    // biome-ignore format: a table
    expect(await it.rows('names')).toEqual([{ slug: 'a', name: 'A', quality: 'ok' }, { slug: 'b', name: 'B', quality: 'ok' }])
  })
})
