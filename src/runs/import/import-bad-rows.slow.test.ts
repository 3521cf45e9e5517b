import { access } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../lib/sql.ts'
import { openTestStore, type TestStore } from './store-for-tests.ts'

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

async function reasonsOf(fact: string, name: string, content: string): Promise<unknown[]> {
  const summary = await it.import(fact, await it.file(name, content), { again: true })
  return (await it.rejects(summary)).map(({ row, reason }) => [row, reason])
}

describe('rejected rows', () => {
  test('behavior: bad rows never stop the good ones; the rejects file has the row, the reason and the columns as read', async () => {
    const csv =
      'coin,atSec,priceUsd,confidence,foo\nok,1,1,,\nbtc,1700000000,abc,,x\n,2026-01-01,1,0.5,y\n'
    const summary = await it.import('prices', await it.file('bad.csv', csv))
    expect(summary).toMatchObject({ accepted: 1, rejected: 2, held: 0, ignoredColumns: ['foo'] })
    expect(summary.rejectsFile).toBe(`${it.rejectsDir}/${summary.run}-prices.ndjson`)
    expect(await it.rejects(summary)).toEqual([
      {
        row: 2,
        reason: 'priceUsd: not a number ("abc")',
        coin: 'btc',
        atSec: '1700000000',
        priceUsd: 'abc',
        confidence: null,
        foo: 'x',
      },
      {
        row: 3,
        reason: 'coin: missing',
        coin: null,
        atSec: '2026-01-01',
        priceUsd: '1',
        confidence: '0.5',
        foo: 'y',
      },
    ])
  })

  test('behavior: a reason for every way a value can be wrong', async () => {
    const header = 'chain,pool,atSec,users,stable,tags,apyPct,rank,open,symbol,note,quality\n'
    const rows = [
      ['eth,a,1,5,true,,,,,,,', undefined],
      ['eth,a,,5,true,,,,,,,', 'atSec: missing'],
      ['eth,a,noon,5,true,,,,,,,', 'atSec: not a time ("noon")'],
      ['eth,a,2026-02-30,5,true,,,,,,,', 'atSec: not a time ("2026-02-30")'],
      ['eth,a,2026-01-01T25:00:00,5,true,,,,,,,', 'atSec: not a time ("2026-01-01T25:00:00")'],
      ['eth,a,1.5,5,true,,,,,,,', 'atSec: not a time ("1.5")'],
      ['eth,a,1969-12-31,5,true,,,,,,,', 'atSec: before 1970 ("1969-12-31")'],
      ['eth,123456789,1,5,true,,,,,,,', 'pool: longer than 8 characters ("123456789")'],
      ['eth,,1,5,true,,,,,,,', 'pool: missing'],
      ['eth,a,1,,true,,,,,,,', 'users: missing'],
      ['eth,a,1,1.5,true,,,,,,,', 'users: not a whole number ("1.5")'],
      ['eth,a,1,-1,true,,,,,,,', 'users: below 0 ("-1")'],
      ['eth,a,1,1001,true,,,,,,,', 'users: above 1000 ("1001")'],
      ['eth,a,1,5,yes,,,,,,,', 'stable: not true or false ("yes")'],
      ['eth,a,1,5,true,"[""a""",,,,,,', 'tags: not a list of texts ("["a"")'],
      ['eth,a,1,5,true,"[""a"",null]",,,,,,', 'tags: a list with an empty member ("["a",null]")'],
      ['eth,a,1,5,true,,inf,,,,,', 'apyPct: not a finite number ("inf")'],
      ['eth,a,1,5,true,,1e999,,,,,', 'apyPct: not a finite number ("1e999")'],
      ['eth,a,1,5,true,,"1,5",,,,,', 'apyPct: not a number ("1,5")'],
      [
        'eth,a,1,5,true,,,99999999999999999999,,,,',
        'rank: not a whole number ("99999999999999999999")',
      ],
      ['eth,a,1,5,true,,,,maybe,,,', 'open: not true or false ("maybe")'],
      [
        'eth,a,1,5,true,,,,,,,great',
        'quality: not one of ok, held, carried, extrapolated, backfilled, selfReported, disputed ("great")',
      ],
    ] as const
    const expected = rows.flatMap(([, reason], index) =>
      reason === undefined ? [] : [[index + 1, reason]],
    )
    expect(
      await reasonsOf('pools', 'kinds.csv', header + rows.map(([row]) => row).join('\n')),
    ).toEqual(expected)
  })

  test('behavior: rows that are no rows at all are rejected like others (CSV)', async () => {
    const csv =
      'coin,atSec,priceUsd\nok1,1,1\n"x"y,1,2\nz,1\n\nq,1,2,3\n"open,1,2\nok2,1,3\n"a\nb",1,4\n\n\n'
    const summary = await it.import('prices', await it.file('torn.csv', csv))
    expect(summary).toMatchObject({ accepted: 3, rejected: 4 })
    expect(await it.rejects(summary)).toEqual([
      { row: 2, reason: 'text after a closing quote', line: '"x"y,1,2' },
      { row: 3, reason: '2 fields, but the header has 3', line: 'z,1' },
      { row: 4, reason: '4 fields, but the header has 3', line: 'q,1,2,3' },
      { row: 5, reason: 'a quote is opened and never closed', line: '"open,1,2' },
    ])
  })

  test('behavior: rows that are no rows at all are rejected like others (NDJSON, compressed)', async () => {
    const lines = [
      '{"coin":"ok","atSec":1,"priceUsd":1.5}',
      '{oops',
      '[1]',
      '{"coin":"\\ud800","atSec":1,"priceUsd":7}',
      '{"coin":"n\\u0000l","atSec":1,"priceUsd":7}',
      '',
      '{"coin":"eth","atSec":1}',
    ]
    const summary = await it.import(
      'prices',
      await it.file('torn.ndjson.gz', gzipSync(lines.join('\n'))),
    )
    expect(summary).toMatchObject({ accepted: 1, rejected: 5 })
    expect((await it.rejects(summary)).map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'not a JSON object'],
      [3, 'not a JSON object'],
      [4, 'a broken escape sequence'],
      [5, 'coin: holds a NUL character'],
      [6, 'priceUsd: missing'],
    ])
  })

  test('behavior: row numbers are right deep inside a large file', async () => {
    const bad = new Set([1, 2, 65_536, 99_999, 150_000, 200_000])
    const csv = ['coin,atSec,priceUsd,padding']
    const ndjson: string[] = []
    for (let row = 1; row <= 200_000; row++) {
      const price = bad.has(row) ? 'x' : String(row / 8)
      csv.push(`"coin ${row}",${row + 1000},${price},${'p'.repeat(80)}`)
      ndjson.push(
        `{"coin":"coin ${row}","atSec":${row + 1000},"priceUsd":"${price}","padding":"${'p'.repeat(80)}"}`,
      )
    }
    const expected = [...bad].map((row) => [row, 'priceUsd: not a number ("x")'])
    expect(await reasonsOf('prices', 'deep.csv', csv.join('\n'))).toEqual(expected)
    expect(await reasonsOf('prices', 'deep.ndjson', ndjson.join('\n'))).toEqual(expected)
    ndjson[99_998] = '{'
    expect(await reasonsOf('prices', 'torn-deep.ndjson', ndjson.join('\n'))).toContainEqual([
      99_999,
      'not a JSON object',
    ])
    csv[99_999] = 'a,1'
    expect(await reasonsOf('prices', 'torn-deep.csv', csv.join('\n'))).toEqual(
      expected.map(([row, reason]) => [
        row,
        row === 99_999 ? '2 fields, but the header has 4' : reason,
      ]),
    )
  })

  test('behavior: several files tell which one a row is of; columns called row or reason keep their values', async () => {
    const one = await it.file('one.csv', 'coin,atSec,priceUsd,row,reason\nx1,1,1,a,b\nx2,1,x,a,b\n')
    const two = await it.file('two.ndjson', '{"coin":"x3","atSec":1,"priceUsd":"y"}\n')
    expect(await it.rejects(await it.import('prices', [one, two]))).toEqual([
      { file: 'one.csv', row: 2, reason: 'priceUsd: not a number ("x")', coin: 'x2', atSec: '1', priceUsd: 'x', 'row (column)': 'a', 'reason (column)': 'b' },
      { file: 'two.ndjson', row: 1, reason: 'priceUsd: not a number ("y")', coin: 'x3', atSec: '1', priceUsd: 'y', confidence: null, quality: null },
    ]) // biome-ignore format: a table
  })

  test('error: no good row fails the import with the first reason, and nothing is written', async () => {
    const before = await it.rows('prices')
    const path = await it.file('none.csv', 'coin,atSec,priceUsd\na,1,x\nb,1,y\n')
    await expect(it.import('prices', path)).rejects.toThrow(
      'none.csv, row 1: priceUsd: not a number ("x") (no row is good, nothing was imported)',
    )
    expect(await it.rows('prices')).toEqual(before)
  })

  test('error: --strict fails on any bad row, and nothing is written', async () => {
    const before = await it.rows('prices')
    const path = await it.file('strict.csv', 'coin,atSec,priceUsd\nnew,1,1\nb,1,y\nc,1,\n')
    await expect(it.import('prices', path, { strict: true })).rejects.toThrow(
      'strict.csv, row 2: priceUsd: not a number ("y") (2 bad rows with --strict, nothing was imported)',
    )
    expect(await it.rows('prices')).toEqual(before)
    const run = it.store.journal.nextId - 1
    await expect(access(`${it.rejectsDir}/${run}-prices.ndjson`)).rejects.toThrow('ENOENT')
    const torn = await it.file('torn-strict.ndjson', '{"coin":"a","atSec":1,"priceUsd":1}\n{\n')
    await expect(it.import('prices', torn, { strict: true })).rejects.toThrow(
      'torn-strict.ndjson, row 2: not a JSON object',
    )
  })
})

describe('held rows and duplicates', () => {
  test('behavior: a row that meets a hold condition, or says so itself, is kept, counted as held and not served', async () => {
    const csv =
      'coin,atSec,priceUsd,quality\nheld1,9,2000000000,ok\nheld2,9,1,held\nfine,9,1,disputed\n'
    expect(await it.import('prices', await it.file('held.csv', csv))).toMatchObject({
      accepted: 1,
      rejected: 0,
      held: 2,
    })
    const rows = (await it.rows('prices')) as { coin: string; atSec: number; quality: string }[]
    expect(rows.filter((row) => row.atSec === 9)).toEqual([
      { coin: 'fine', atSec: 9, priceUsd: 1, confidence: null, quality: 'disputed' },
    ])
    const [kept] = await it.store.engine.query(
      sql`SELECT count() AS rows FROM almanac.fact_prices WHERE atSec = 9 AND quality = 'held'`,
    )
    expect(kept).toEqual({ rows: 2 })
  })

  test('behavior: identical rows become one; rows that contradict each other are all rejected', async () => {
    const csv = 'coin,atSec,priceUsd\nsame,7,1\nsame,7,1.0\nodd,7,2\nodd,7,3\nfine,7,4\n'
    const summary = await it.import('prices', await it.file('twice.csv', csv))
    expect(summary).toMatchObject({ accepted: 2, rejected: 2 })
    expect(await it.rejects(summary)).toEqual([
      {
        row: 3,
        reason: 'row 4 has the same coin, atSec and another priceUsd ("3")',
        coin: 'odd',
        atSec: '7',
        priceUsd: '2',
      },
      {
        row: 4,
        reason: 'row 3 has the same coin, atSec and another priceUsd ("2")',
        coin: 'odd',
        atSec: '7',
        priceUsd: '3',
      },
    ])
    const rows = (await it.rows('prices')) as { coin: string; atSec: number }[]
    expect(rows.filter((row) => row.atSec === 7).map((row) => row.coin)).toEqual(['fine', 'same'])
  })

  test('behavior: null and a value contradict each other; duplicates across files are found, beside other bad rows', async () => {
    const one = await it.file(
      'd1.csv',
      'coin,atSec,priceUsd,confidence\nodd,8,2,\nfine,8,1,\nbad,8,x,\n',
    )
    const two = await it.file('d2.csv', 'coin,atSec,priceUsd,confidence\nfine,8,1,\nodd,8,2,0\n')
    const summary = await it.import('prices', [one, two])
    expect(summary).toMatchObject({ accepted: 1, rejected: 3 })
    // biome-ignore format: a table
    expect((await it.rejects(summary)).map(({ file, row, reason }) => [file, row, reason])).toEqual([
      ['d1.csv', 1, 'd2.csv, row 2 has the same coin, atSec and another confidence ("0")'],
      ['d1.csv', 3, 'priceUsd: not a number ("x")'],
      ['d2.csv', 2, 'd1.csv, row 1 has the same coin, atSec and another confidence ("")'],
    ])
  })

  test('behavior: rows are brought into one spelling before they are compared, held or kept', async () => {
    const csv =
      'chain,pool,atSec,users,stable,tags,symbol\nETH,s,7,1,true,,usdc\neth,s,7,1,true,,USDC\nBase,o,7,1,true,,\nbase,o,7,2,true,,\n'
    const summary = await it.import('pools', await it.file('spelling.csv', csv))
    expect(summary).toMatchObject({ accepted: 1, rejected: 2 })
    // biome-ignore format: a table
    expect((await it.rejects(summary)).map(({ row, chain }) => [row, chain])).toEqual([[3, 'Base'], [4, 'base']])
    const rows = (await it.rows('pools')) as { atSec: number }[]
    expect(rows.filter((row) => row.atSec === 7)).toMatchObject([
      { chain: 'eth', pool: 's', symbol: 'USDC' },
    ])
  })

  test('error: --strict counts contradictions as bad rows', async () => {
    const path = await it.file('contradict.csv', 'coin,atSec,priceUsd\na,7,1\na,7,2\nb,7,3\n')
    await expect(it.import('prices', path, { strict: true })).rejects.toThrow(
      'contradict.csv, row 1: row 2 has the same coin, atSec and another priceUsd',
    )
  })

  test('behavior: nothing stays behind: no side tables, no copies', async () => {
    expect(
      await it.store.engine.query(
        sql`SELECT name FROM system.tables WHERE database = 'almanac' AND name LIKE 'stage%'`,
      ),
    ).toEqual([])
  })
})
