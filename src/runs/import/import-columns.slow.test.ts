import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { literal, sql } from '../../lib/sql.ts'
import { openTestStore, type TestStore } from './store-for-tests.ts'

let it: TestStore

beforeAll(async () => {
  it = await openTestStore()
})

afterAll(() => it.close())

// 1700000000 is 2023-11-14T22:13:20Z, and 1699920000 its midnight.
const STORED = { coin: 'btc', atSec: 1_700_000_000, priceUsd: 5, confidence: null, quality: 'ok' }

describe('--map and --set', () => {
  const csv = 'When,Token Name,close,priceUsd\n1700000000,btc,5,n/a\n'
  const map = { coin: 'Token Name', atSec: 'When', priceUsd: 'close' }

  test('behavior: columns are read under the names they have, and columns of our names ignored', async () => {
    const summary = await it.import('prices', await it.file('theirs.csv', csv), { map })
    expect(summary).toMatchObject({ accepted: 1, rejected: 0, ignoredColumns: ['priceUsd'] })
    expect(await it.rows('prices')).toEqual([STORED])
  })

  test('behavior: the same in JSON and Parquet, and the content is the same', async () => {
    const row = { When: 1_700_000_000, 'Token Name': 'btc', close: 5 }
    const json = await it.file('theirs.json', JSON.stringify([row]))
    const path = `${it.folder}/theirs.parquet`
    await it.store.engine.command(
      sql`INSERT INTO FUNCTION file(${literal(path)}, 'Parquet') SELECT 1700000000 AS When, 'btc' AS \`Token Name\`, 5.0 AS close`,
      {},
      { files: [path] },
    )
    for (const file of [json, path])
      expect(await it.import('prices', file, { map })).toMatchObject({ alreadyKnown: true })
  })

  test('behavior: bad rows show the columns of the file', async () => {
    const path = await it.file('bad.csv', `${csv}1700000000,eth,x,\n`)
    const summary = await it.import('prices', path, { map, again: true })
    expect(await it.rejects(summary)).toEqual([
      {
        row: 2,
        reason: 'priceUsd: not a number ("x")',
        When: '1700000000',
        'Token Name': 'eth',
        close: 'x',
        priceUsd: null,
      },
    ])
  })

  test('behavior: a value for every row, checked like others, whatever the file says', async () => {
    const path = await it.file('set.csv', 'coin,atSec,priceUsd,quality\ns1,1,5,ok\ns2,1,6,ok\n')
    const set = { confidence: '0.25', quality: "dispu'ted" }
    await expect(it.import('prices', path, { set })).rejects.toThrow('quality: not one of ok')
    const summary = await it.import('prices', path, { set: { ...set, quality: 'disputed' } })
    expect(summary).toMatchObject({ accepted: 2, ignoredColumns: ['quality'] })
    expect(await it.rows('prices')).toContainEqual({ coin: 's2', atSec: 1, priceUsd: 6, confidence: 0.25, quality: 'disputed' }) // biome-ignore format: a row
  })

  test('behavior: of several files each is read by its own names', async () => {
    const ours = await it.file('ours.csv', 'coin,atSec,priceUsd\nm1,1,5\n')
    const theirs = await it.file('other.csv', 'coin,atSec,close\nm2,1,6\n')
    const summary = await it.import('prices', [ours, theirs], { map: { priceUsd: 'close' } })
    expect(summary).toMatchObject({ accepted: 2 })
  })

  test('error: columns that neither the fact nor the file has', async () => {
    const path = await it.file('few.csv', 'coin,atSec,priceUsd\na,1,5\n')
    const failures: [object, string][] = [
      [
        { map: { priceUSD: 'x' } },
        '--map priceUSD: not a column of prices (did you mean priceUsd?)',
      ],
      [{ set: { foo: '1' } }, '--set foo: not a column of prices; its columns are coin, atSec'],
      [{ map: { confidence: 'sure' } }, 'few.csv: no column sure for --map confidence=sure'],
      [{ map: { coin: 'a' }, set: { coin: 'b' } }, 'coin has both --map and --set'],
      [{ timeFormat: 'minutes' }, '--time-format minutes: use seconds, milliseconds'],
      [{ timeFormat: '%Q-%Y' }, '(%Q is not known)'],
    ]
    for (const [options, problem] of failures)
      await expect(it.import('prices', path, options)).rejects.toThrow(problem)
    const names = await it.file('n.csv', 'slug,name\na,A\n')
    await expect(it.import('names', names, { timeFormat: 'ms' })).rejects.toThrow(
      '--time-format: names has no time',
    )
  })
})

test('behavior: times as they are written elsewhere', async () => {
  const forms: [format: string, text: string, atSec: number][] = [
    ['milliseconds', '1700000000999', 1_700_000_000],
    ['ms', '1.7e12', 1_700_000_000],
    ['ns', '1700000000000000000', 1_700_000_000],
    ['seconds', '1700000000', 1_700_000_000],
    ['%d/%m/%Y', '14/11/2023', 1_699_920_000],
    ['%m/%d/%y %I:%M:%S %p', '11/14/23 10:13:20 PM', 1_700_000_000],
    ['%b %d, %Y', 'Nov 14, 2023', 1_699_920_000],
    ['%Y%m%d', '20231114', 1_699_920_000],
    ["%d '%Y %m", "14 '2023 11", 1_699_920_000],
  ]
  for (const [index, [timeFormat, text, atSec]] of forms.entries()) {
    for (const [ending, content] of [
      ['csv', `coin,atSec,priceUsd\nt${index},"${text}",1\n`],
      ['json', JSON.stringify([{ coin: `t${index}`, atSec: text, priceUsd: 1 }])],
    ]) {
      const path = await it.file(`t.${ending}`, String(content))
      const summary = await it.import('prices', path, { timeFormat, again: true })
      expect([timeFormat, summary.accepted]).toEqual([timeFormat, 1])
      expect(await it.rows('prices')).toContainEqual({ ...STORED, coin: `t${index}`, atSec, priceUsd: 1 }) // biome-ignore format: a row
    }
  }
  const numbers = await it.file('n.json', '[{"coin":"n","atSec":1700000000000,"priceUsd":1}]')
  expect(await it.import('prices', numbers, { timeFormat: 'ms' })).toMatchObject({ accepted: 1 })
  const wrong = await it.file('w.csv', 'coin,atSec,priceUsd\nw,2023-11-14,1\n')
  await expect(it.import('prices', wrong, { timeFormat: '%d/%m/%Y' })).rejects.toThrow(
    'atSec: not a time ("2023-11-14")',
  )
})

describe('columns with a default', () => {
  test('behavior: lists are empty and flags false where a file says nothing', async () => {
    const row = { id: 'b', atSec: 1, name: 'B', lossUsd: 1, known: null, chains: null }
    for (const path of [
      await it.file('d.csv', 'id,atSec,name,lossUsd\na,1,A,1\n'),
      await it.file('d.ndjson', JSON.stringify(row)),
    ])
      expect(await it.import('incidents', path)).toMatchObject({ accepted: 1, rejected: 0 })
    expect(await it.rows('incidents')).toMatchObject([
      { id: 'a', known: false, chains: [] },
      { id: 'b', known: false, chains: [] },
    ])
  })

  test('error: a flag without an obvious default must be given', async () => {
    const path = await it.file('e.csv', 'chain,pool,atSec,users\neth,a,1,5\n')
    await expect(it.import('pools', path)).rejects.toThrow('missing column stable of pools')
  })

  test('behavior: an id that nobody gave is made of other columns, the same each time', async () => {
    const csv = 'name,atSec,lossUsd\nBig Bridge!,2026-01-02T10:00,5\nBig Bridge!,2026-01-03,6\n'
    const summary = await it.import('incidents', await it.file('i.csv', csv))
    expect(summary).toMatchObject({ accepted: 2, rejected: 0 })
    const ids = async () =>
      ((await it.rows('incidents')) as { id: string; atSec: number; lossUsd: number }[])
        .filter(({ atSec }) => atSec > 1)
        .map(({ id, lossUsd }) => [id, lossUsd])
    expect(await ids()).toEqual([
      ['big bridge! 2026-01-02', 5],
      ['big bridge! 2026-01-03', 6],
    ])
    const later = 'id,name,atSec,lossUsd\n,big bridge!,2026-01-02T10:00,7\nown,Other,2026-01-03,1\n'
    await it.import('incidents', await it.file('j.csv', later))
    expect(await ids()).toEqual([
      ['big bridge! 2026-01-02', 7],
      ['big bridge! 2026-01-03', 6],
      ['own', 1],
    ])
  })
})

test('behavior: where only new things are wanted, what is known of a thing stays', async () => {
  await it.import('names', await it.file('n1.csv', 'slug,name\na,Ours\n'))
  const path = await it.file('n2.csv', 'slug,name\na,Theirs\nb,New\n')
  expect(await it.import('names', path, { onlyNew: true })).toMatchObject({ accepted: 1 })
  // biome-ignore format: a table
  expect(await it.rows('names')).toEqual([{ slug: 'a', name: 'Ours', quality: 'ok' }, { slug: 'b', name: 'New', quality: 'ok' }])
  await expect(it.import('names', path, { onlyNew: true })).rejects.toThrow('names: nothing new')
})
