import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../../../domains/coins/facts.ts'
import { coinsWatch } from '../../../domains/coins/watch.ts'
import { dimensionsWatch } from '../../../domains/dimensions/watch.ts'
import { tvlRecords } from '../../../domains/tvl/facts.ts'
import { tvlWatch } from '../../../domains/tvl/watch.ts'
import { yieldsWatch } from '../../../domains/yields/watch.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { literal, type Sql, sql } from '../../../lib/sql.ts'
import { type ImportOptions, importFiles } from '../../../runs/import/import-files.ts'
import type { Fact } from '../../../store/fact.ts'
import { listStoredHolds } from '../holds/stored-holds.ts'
import { readGuardSettings } from '../rules/settings.ts'
import { guardImport } from './guard-import.ts'

const WATCHES = [...tvlWatch, ...coinsWatch, ...dimensionsWatch, ...yieldsWatch]
const settings = readGuardSettings()
const TODAY_SEC = Math.floor(NOW_SEC / DAY_SEC) * DAY_SEC
const day = (offset: number) => TODAY_SEC + offset * DAY_SEC
let app: TestApp
let files = 0

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

async function importRows(
  fact: string,
  rows: readonly object[],
  more: Partial<ImportOptions> = {},
) {
  files++
  const path = join(app.dataDir, `${files}.json`)
  await writeFile(path, JSON.stringify(rows))
  const { store, clock } = app.app
  const options = { fact, files: [path], rejectsDir: app.dataDir, ...more }
  return importFiles(store, clock, options, (staged) => guardImport(staged, WATCHES, settings))
}

/** Values of a protocol by day, from the first day on; undefined: no record. */
const tvl = (protocol: string, from: number, values: readonly (number | undefined)[]) =>
  values.flatMap((tvlUsd, index) =>
    tvlUsd === undefined
      ? []
      : [{ protocol, chain: 'ethereum', section: 'tvl', atSec: day(from + index), tvlUsd }],
  )

async function served(fact: Fact, where: Sql): Promise<Record<string, unknown>[]> {
  const snapshot = app.app.store.snapshot()
  return snapshot.query(
    sql`SELECT * EXCEPT (run, recordedAt) FROM ${snapshot.current(fact, where)} ORDER BY ALL`,
  )
}

async function values(protocol: string): Promise<[number, number, unknown][]> {
  const rows = await served(tvlRecords, sql`protocol = ${literal(protocol)}`)
  return rows
    .map(({ atSec, tvlUsd, quality }): [number, number, unknown] => [
      (Number(atSec) - TODAY_SEC) / DAY_SEC,
      Number(tvlUsd),
      quality,
    ])
    .sort(([a], [b]) => a - b)
}

const holdsOf = async (protocol: string) =>
  (await listStoredHolds(app.app.store.snapshot(), {}))
    .filter(({ series }) => series === JSON.stringify({ protocol }))
    .map(({ atSec, state, guard }) => [(atSec - TODAY_SEC) / DAY_SEC, state, guard])

describe('a record of one day that is wrong', () => {
  test('default: it is held with its reason, and the day before is served at its place', async () => {
    // 1 M of 10 M is 90% less within 24 hours, over the 75% that may go.
    const rows = tvl('one', -9, [9e6, 10e6, 10e6, 10e6, 1e6, 10e6, 11e6])
    const summary = await importRows('tvl', rows)
    expect(summary).toMatchObject({ accepted: 6, rejected: 0, held: 1 })
    expect(summary.caught).toEqual({
      holds: 1,
      flags: 0,
      first: [
        {
          series: '{"protocol":"one"}',
          atSec: day(-5),
          guard: 'drop',
          reason: 'tvlUsd is 1 M: 90% less than 10 M, 24 h before; the limit is 75%.',
        },
      ],
    })
    expect((await values('one')).map(([at, value, quality]) => [at, value / 1e6, quality])).toEqual(
      [
        [-9, 9, 'ok'],
        [-8, 10, 'ok'],
        [-7, 10, 'ok'],
        [-6, 10, 'ok'],
        [-5, 10, 'carried'],
        [-4, 10, 'ok'],
        [-3, 11, 'ok'],
      ],
    )
    expect(await holdsOf('one')).toEqual([[-5, 'held', 'drop']])
  })

  test('behavior: a good reading of that timestamp closes it; one of another timestamp does not', async () => {
    await importRows('tvl', tvl('corrected', -9, [9e6, 10e6, 10e6, 10e6, 1e6, 10e6, 11e6]))
    await importRows('tvl', tvl('corrected', -4, [10.5e6]))
    expect(await holdsOf('corrected')).toEqual([[-5, 'held', 'drop']])
    expect(await importRows('tvl', tvl('corrected', -5, [10.2e6]))).toMatchObject({ held: 0 })
    expect(await holdsOf('corrected')).toEqual([[-5, 'rejected', 'drop']])
    expect((await values('corrected'))[4]).toEqual([-5, 10.2e6, 'ok'])
  })

  test('behavior: the same file again is already known', async () => {
    const rows = tvl('one', -9, [9e6, 10e6, 10e6, 10e6, 1e6, 10e6, 11e6])
    expect(await importRows('tvl', rows)).toMatchObject({
      alreadyKnown: true,
      accepted: 0,
      held: 0,
    })
  })

  test('behavior: --trusted takes it as it is', async () => {
    const rows = tvl('trusted', -9, [10e6, 10e6, 1e6, 10e6])
    const summary = await importRows('tvl', rows, { trusted: true })
    expect(summary).toMatchObject({ accepted: 4, held: 0 })
    expect(await holdsOf('trusted')).toEqual([])
  })

  test('behavior: a dry run says what would be held, and writes nothing', async () => {
    const { latest, nextId } = app.app.store.journal
    const rows = [...tvl('dry', -9, [10e6, 10e6, 1e6, 10e6]), { protocol: 'x', tvlUsd: 'n/a' }]
    const summary = await importRows('tvl', rows, { dryRun: true })
    expect(summary).toMatchObject({ accepted: 3, rejected: 1, held: 1, rejectsFile: undefined })
    expect(summary.caught).toMatchObject({ holds: 1, first: [{ guard: 'drop', atSec: day(-7) }] })
    expect(summary.preview?.rows.slice(0, 1)).toEqual([
      {
        protocol: 'dry',
        chain: 'ethereum',
        section: 'tvl',
        atSec: day(-9),
        tvlUsd: 10e6,
        quality: 'ok',
      },
    ])
    expect(summary.preview?.rejects).toEqual([
      { place: `${files}.json, row 5`, reason: 'chain: missing' },
    ])
    const { journal, engine } = app.app.store
    expect([journal.latest, journal.nextId]).toEqual([latest, nextId])
    expect(await values('dry')).toEqual([])
    const tables = sql`SELECT name FROM system.tables WHERE name LIKE 'stage%'`
    expect(await engine.query(tables)).toEqual([])
  })
})

describe('a new level', () => {
  test('behavior: one that most of the following week has is served, with a flag', async () => {
    // ×5 from 10 M to 50 M; seven days follow at 50 M.
    const rows = tvl('level', -12, [10e6, 10e6, 10e6, 50e6, 51e6, 50e6, 52e6, 50e6])
    expect(await importRows('tvl', rows)).toMatchObject({ accepted: 8, held: 0 })
    expect(await holdsOf('level')).toEqual([[-9, 'flagged', 'spike']])
  })

  test('behavior: of one that has only just begun nobody knows, so it is held', async () => {
    const rows = tvl('begun', -4, [10e6, 10e6, 50e6, 51e6])
    expect(await importRows('tvl', rows)).toMatchObject({ accepted: 2, held: 2 })
    expect((await values('begun')).map(([, value]) => value)).toEqual([10e6, 10e6, 10e6, 10e6])
  })

  test('behavior: a chain that is gone permanently does not stop the history', async () => {
    const base = [4e6, 4e6, 4e6, undefined, undefined, undefined, undefined, undefined]
    const rows = [
      ...tvl(
        'left',
        -12,
        base.map(() => 6e6),
      ),
      ...tvl('left', -12, base).map((row) => ({ ...row, chain: 'base' })),
    ]
    expect(await importRows('tvl', rows)).toMatchObject({ accepted: 11, held: 0 })
    expect(await holdsOf('left')).toEqual([[-9, 'flagged', 'vanished-part']])
  })

  test('behavior: a chain that is gone for a day is held, and both chains go on', async () => {
    const base = [4e6, 4e6, undefined, 4e6, 4e6, 4e6]
    const rows = [
      ...tvl(
        'gone',
        -12,
        base.map(() => 6e6),
      ),
      ...tvl('gone', -12, base).map((row) => ({ ...row, chain: 'base' })),
    ]
    expect(await importRows('tvl', rows)).toMatchObject({ accepted: 10, held: 1 })
    const carried = (await served(tvlRecords, sql`protocol = 'gone'`)).filter(
      ({ quality }) => quality === 'carried',
    )
    expect(carried.map(({ chain, atSec, tvlUsd }) => [chain, atSec, tvlUsd])).toEqual([
      ['base', day(-10), 4e6],
      ['ethereum', day(-10), 6e6],
    ])
  })

  test('behavior: a first record above the cap is held alone, and served where others follow', async () => {
    expect(await importRows('tvl', tvl('big', -1, [2e9]))).toMatchObject({ accepted: 0, held: 1 })
    expect(await importRows('tvl', tvl('bigger', -9, [2e9, 2e9, 2.1e9, 2e9]))).toMatchObject({
      accepted: 4,
      held: 0,
    })
  })
})

describe('history in the store', () => {
  test('behavior: a row is compared with what the store has before it', async () => {
    await app.put(tvlRecords, tvl('stored', -5, [10e6, 10e6, 10e6, 10e6]))
    expect(await importRows('tvl', tvl('stored', -1, [500e6]))).toMatchObject({ held: 1 })
    expect((await values('stored')).at(-1)).toEqual([-1, 10e6, 'carried'])
    expect(await importRows('tvl', tvl('stored', 0, [10.5e6]))).toMatchObject({ accepted: 1 })
  })

  test('behavior: a timestamp that has a good record keeps it', async () => {
    await app.put(tvlRecords, tvl('kept', -5, [10e6, 10e6, 10e6, 12e6]))
    expect(await importRows('tvl', tvl('kept', -2, [0]))).toMatchObject({ held: 1 })
    expect((await values('kept')).at(-1)).toEqual([-2, 12e6, 'ok'])
  })

  test('behavior: rows of one chain beside stored rows of another are one record', async () => {
    await app.put(tvlRecords, tvl('joined', -5, [10e6, 10e6, 10e6]))
    const base = tvl('joined', -5, [1e6, 1e6, 1e6]).map((row) => ({ ...row, chain: 'base' }))
    expect(await importRows('tvl', base)).toMatchObject({ accepted: 3, held: 0 })
  })
})

test('behavior: prices, daily figures and pools are examined too', async () => {
  const coin = 'aggregator:steady'
  const hourly = [100, 101, 99, 10_000, 100, 102].map((priceUsd, index) => ({
    coin,
    atSec: day(-3) + index * 3600,
    priceUsd,
  }))
  expect(await importRows('prices', hourly)).toMatchObject({ accepted: 5, held: 1 })
  expect(
    (await served(prices, sql`coin = ${literal(coin)} AND atSec = ${day(-3) + 3 * 3600}`))[0],
  ).toMatchObject({ priceUsd: 99, quality: 'carried' })
  const days = [2e6, 3e6, 2e6, 90e6, 2e6, 3e6, 2e6].map((valueUsd, index) => ({
    metric: 'fees',
    protocol: '1',
    dataType: 'dailyFees',
    chain: 'Ethereum',
    atSec: day(-9 + index),
    valueUsd,
  }))
  expect(await importRows('dimension_days', days)).toMatchObject({ accepted: 6, held: 1 })
  const pool = (apyPct: number, index: number) => ({
    pool: 'p',
    atSec: day(-9 + index),
    tvlUsd: 5e6,
    apyPct,
  })
  const samples = [6, 6, 600, 6, 6, 7].map(pool)
  expect(await importRows('yield_samples', samples)).toMatchObject({ accepted: 5, held: 1 })
})

test('behavior: facts that nobody watches pass', async () => {
  const rows = [{ chain: 'Ethereum', atSec: 5, height: 1 }]
  expect(await importRows('blocks', rows)).toMatchObject({ accepted: 1, held: 0 })
})
