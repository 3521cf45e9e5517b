import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { DAY_SEC, dayOf } from '../../../lib/clock.ts'
import { stablecoinSupply } from '../facts.ts'
import { at, supply } from '../facts-for-tests.ts'
import { loadBook } from './daily-book.ts'

const SOURCE = {
  fact: stablecoinSupply,
  key: ['asset', 'chain'] as const,
  values: ['minted', 'unreleased'],
}
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

async function load(asset: string) {
  const book = await loadBook(app.app.store.snapshot(), SOURCE, [asset])
  const series = book.get(asset)?.get('ethereum')
  return {
    firstDay: series?.firstDay,
    lastSec: series?.lastSec,
    isLastCarried: series?.isLastCarried,
    minted: [...(series?.columns[0] ?? [])],
    unreleased: [...(series?.columns[1] ?? [])],
  }
}

const row = (asset: string, atSec: number, minted: number, quality = 'ok') => ({
  ...supply(asset, 'ethereum', atSec, minted, minted / 4),
  quality,
})

test('behavior: the last report of a day stands, in its last version; days between stay empty', async () => {
  await app.put(stablecoinSupply, [
    row('1', at(5, 1), 7),
    row('1', at(5, 2), 8),
    row('1', at(2, 3), 9),
    row('1', at(2, 4), 99, 'held'),
  ])
  // An earlier report of the day changes nothing; another version of the same time does.
  await app.put(stablecoinSupply, [row('1', at(5, 1), 70), row('1', at(2, 3), 12)])
  expect(await load('1')).toEqual({
    firstDay: dayOf(at(5)),
    lastSec: at(2, 3),
    isLastCarried: false,
    minted: [8, Number.NaN, Number.NaN, 12],
    unreleased: [2, Number.NaN, Number.NaN, 3],
  })
})

test.each([
  ['a first report that is carried', [[5, 'carried']], true],
  [
    'of several the last',
    [
      [5, 'carried'],
      [6, 'ok'],
    ],
    false,
  ],
  [
    'a later one that is carried',
    [
      [5, 'ok'],
      [6, 'carried'],
    ],
    true,
  ],
  [
    'a good version of the same time',
    [
      [5, 'carried'],
      [5, 'ok'],
    ],
    false,
  ],
  [
    'one of earlier changes nothing',
    [
      [5, 'ok'],
      [4, 'carried'],
    ],
    false,
  ],
] as [string, [number, string][], boolean][])(
  'behavior: whether the newest report is carried: %s',
  async (name, reports, expected) => {
    const asset = String(100 + name.length)
    for (const [hour, quality] of reports)
      await app.put(stablecoinSupply, [row(asset, at(1, hour), 5, quality)])
    expect((await load(asset)).isLastCarried).toBe(expected)
  },
)

test('behavior: units and the rest of their keys come in order, all or those wanted', async () => {
  await app.put(stablecoinSupply, [
    supply('22', 'tron', at(0), 1),
    supply('22', 'bsc', at(0) - DAY_SEC, 2),
    supply('21', 'base', at(0), 3),
  ])
  const snapshot = app.app.store.snapshot()
  const some = await loadBook(snapshot, SOURCE, ['22', '21', '23'])
  expect([...some].map(([asset, rest]) => [asset, [...rest.keys()]])).toEqual([
    ['21', ['base']],
    ['22', ['bsc', 'tron']],
  ])
  const all = await loadBook(snapshot, SOURCE, 'all')
  expect(all.get('22')).toEqual(some.get('22'))
})
