import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FetchWorld } from '../../../../test/support/fetch-world.ts'
import { makeZip } from '../../../sources/files/zip-for-tests.ts'
import { fxRates } from '../facts.ts'
import { referenceRates } from './reference-rates.ts'

// The form is the published one; the rates of 2026 are made up.
const read = (name: string) => readFileSync(join(import.meta.dirname, 'recorded', name), 'utf8')
const HISTORY = read('eurofxref-hist.csv')
const DAILY = read('eurofxref.csv')
const HISTORY_PATH = '/eurofxref-hist.zip'
const DAILY_PATH = '/eurofxref.zip'
const sec = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

let world: FetchWorld

beforeEach(async () => {
  world = await FetchWorld.open({ source: referenceRates })
  world.server.put(HISTORY_PATH, makeZip({ 'eurofxref-hist.csv': HISTORY }))
  world.server.put(DAILY_PATH, makeZip({ 'eurofxref.csv': DAILY }))
})

afterEach(() => world.close())

const ofCurrency = async (wanted: string) =>
  (await world.rows(fxRates)).filter(([currency]) => currency === wanted)

describe('cycles', () => {
  test('default: the whole history first, then a day at a time', async () => {
    expect(await world.cycle('2026-01-13T00:45:00Z')).toBe(1)
    expect(world.server.taken()).toEqual([`200 ${HISTORY_PATH}`])
    // Dollars for a euro, and for a franc 1.1789 / 1.6168.
    expect(await ofCurrency('EUR')).toEqual([
      ['EUR', sec('1999-01-04'), 1.1789],
      ['EUR', sec('1999-01-05'), 1.179],
      ['EUR', sec('2026-01-09'), 1.16],
      ['EUR', sec('2026-01-12'), 1.164],
    ])
    expect((await ofCurrency('CHF'))[0]).toEqual(['CHF', sec('1999-01-04'), 1.1789 / 1.6168])
    // A currency that was not quoted on a day has no rate of that day; dollars are not listed.
    expect((await ofCurrency('CYP')).map(([, atSec]) => atSec)).toEqual([
      sec('1999-01-04'),
      sec('1999-01-05'),
    ])
    expect(await ofCurrency('USD')).toEqual([])

    await world.cycle('2026-01-14T00:45:00Z')
    expect(world.server.taken()).toEqual([`200 ${DAILY_PATH}`])
    // 1.1650 / 184.20
    expect((await ofCurrency('JPY')).at(-1)).toEqual(['JPY', sec('2026-01-13'), 1.165 / 184.2])
  })

  test('behavior: an unchanged file is not sent again, and the day counts as read', async () => {
    await world.cycle('2026-01-13T00:45:00Z')
    await world.cycle('2026-01-14T00:45:00Z')
    world.server.taken()
    const before = await world.countVersions(fxRates)
    expect(await world.cycle('2026-01-15T00:45:00Z')).toBe(1)
    expect(world.server.taken()).toEqual([`304 ${DAILY_PATH}`])
    expect(await world.cycle('2026-01-15T01:45:00Z')).toBe(0)
    expect(world.server.taken()).toEqual([])
    // The ETag outlives a day without content.
    await world.cycle('2026-01-16T00:45:00Z')
    expect(world.server.taken()).toEqual([`304 ${DAILY_PATH}`])
    expect(await world.countVersions(fxRates)).toBe(before)
  })

  test('behavior: after missed days the history is read; only what was corrected is a new version', async () => {
    await world.cycle('2026-01-13T00:45:00Z')
    const before = await world.countVersions(fxRates)
    world.server.put(
      HISTORY_PATH,
      makeZip({ 'eurofxref-hist.csv': HISTORY.replace('0.8660', '0.8661') }),
    )
    world.server.taken()
    await world.cycle('2026-01-20T00:45:00Z')
    expect(world.server.taken()).toEqual([`200 ${HISTORY_PATH}`])
    expect(await world.countVersions(fxRates)).toBe(before + 1)
    expect((await ofCurrency('GBP')).at(-2)).toEqual(['GBP', sec('2026-01-09'), 1.16 / 0.8661])
  })
})

test('behavior: a history of many rows is stored whole', async () => {
  // 6,000 days of yen, francs and pounds: 24,000 rows with the euro itself.
  const days = Array.from({ length: 6_000 }, (_, index) =>
    new Date((sec('2026-01-12') - index * 86_400) * 1000).toISOString().slice(0, 10),
  )
  const csv = ['Date,USD,JPY,CHF,GBP,', ...days.map((day) => `${day},1.2,150,0.96,0.8,`)].join('\n')
  world.server.put(HISTORY_PATH, makeZip({ 'eurofxref-hist.csv': csv }))
  await world.cycle('2026-01-13T00:45:00Z')
  expect(await world.countVersions(fxRates)).toBe(24_000)
  // 1.2 / 0.8
  expect((await ofCurrency('GBP')).at(-1)).toEqual(['GBP', sec('2026-01-12'), 1.2 / 0.8])
})

describe('faults', () => {
  test('behavior: 429 is waited for as long as the server says, 503 with back-off', async () => {
    world.server.fail(
      HISTORY_PATH,
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503 },
    )
    expect(await world.cycle('2026-01-13T00:45:00Z')).toBe(1)
    expect(world.server.taken()).toEqual([
      `429 ${HISTORY_PATH}`,
      `503 ${HISTORY_PATH}`,
      `200 ${HISTORY_PATH}`,
    ])
    expect(world.pauses[0]).toBe(7_000)
  })

  test('behavior: a body that breaks off is fetched again', async () => {
    world.server.fail(HISTORY_PATH, { truncateAt: 50 })
    expect(await world.cycle('2026-01-13T00:45:00Z')).toBe(1)
    expect(await ofCurrency('EUR')).toHaveLength(4)
  })

  test.each([
    ['not a zip', '<html>maintenance</html>', /eurofxref-hist\.zip is not a valid zip archive/],
    ['no dollars', makeZip({ 'a.csv': 'Date,JPY,\n2026-01-12,1,\n' }), /a\.csv: the first line/],
    [
      'an unknown day',
      makeZip({ 'a.csv': 'Date,USD,\n12/01/2026,1,\n' }),
      /"12\/01\/2026" is not a day/,
    ],
    [
      'a missing cell',
      makeZip({ 'a.csv': 'Date,USD,JPY,\n2026-01-12,1,\n' }),
      /is not a day with 2 rates/,
    ],
    [
      'not a rate',
      makeZip({ 'a.csv': 'Date,USD,\n2026-01-12,-1,\n' }),
      /USD of 2026-01-12 is "-1"/,
    ],
    ['two files', makeZip({ 'a.csv': '', 'b.csv': '' }), /has 2 files instead of one/],
  ])(
    'error: a changed form (%s) is named, stores nothing, and is read once it is right',
    async (_, body, message) => {
      world.server.put(HISTORY_PATH, body)
      await expect(world.cycle('2026-01-13T00:45:00Z')).rejects.toThrow(message)
      expect(await world.countVersions(fxRates)).toBe(0)
      world.server.put(HISTORY_PATH, makeZip({ 'eurofxref-hist.csv': HISTORY }))
      expect(await world.cycle('2026-01-13T01:45:00Z')).toBe(1)
      expect(await ofCurrency('EUR')).toHaveLength(4)
    },
  )
})
