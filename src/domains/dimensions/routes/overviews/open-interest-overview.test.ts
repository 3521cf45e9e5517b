import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionDays } from '../../facts.ts'
import { proBody, putSmallWorld, rows } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
  const level = { metric: 'open-interest', dataType: 'openInterestAtEnd' }
  await app.put(dimensionDays, [
    ...rows('1', { 0: 100, 1: 80, 6: 60, 7: 50 }, level),
    ...rows('3', { 0: 40 }, { ...level, chain: 'base' }),
    ...rows(
      '3',
      { 0: 10 },
      { metric: 'open-interest', dataType: 'longOpenInterestAtEnd', chain: 'base' },
    ),
  ])
})

afterAll(() => app.stop())

test('default: a level: the end of the day, then averages, and no total of all time', async () => {
  expect(await proBody(app, '/api/overview/open-interest')).toMatchObject({
    total24h: 140,
    total48hto24h: 80,
    total7d: 93, // the totals 140, 80 and 60: 280 ÷ 3 days = 93.3
    total14dto7d: 50,
    total30d: 83, // 330 ÷ 4 days = 82.5
    totalAllTime: null,
    average1y: 83,
    monthlyAverage1y: null,
    change_1d: 75,
    allChains: ['Ethereum', 'Base'],
  })
})

test('behavior: a protocol is averaged over its own days, the total over its days', async () => {
  const { protocols } = (await proBody(app, '/api/overview/open-interest')) as {
    protocols: { total7d: number; total30d: number }[]
  }
  // (100 + 80 + 60) ÷ 3 and 290 ÷ 4 = 72.5; 40 of Beta on its only day.
  expect(protocols).toMatchObject([
    { total7d: 80, total30d: 73 },
    { total7d: 40, total30d: 40 },
  ])
})

test('behavior: the last sample of a day is its end', async () => {
  const [sample] = rows('2', { 0: 0 }, { metric: 'open-interest', dataType: 'openInterestAtEnd' })
  await app.put(dimensionDays, [
    { ...sample, atSec: (sample?.atSec ?? 0) + 82_800, valueUsd: 7 },
    { ...sample, atSec: (sample?.atSec ?? 0) + 3_600, valueUsd: 99 },
  ])
  expect(await proBody(app, '/api/overview/open-interest')).toMatchObject({ total24h: 147 })
})

test('behavior: long and short sides can be requested', async () => {
  expect(
    await proBody(app, '/api/overview/open-interest?dataType=longOpenInterestAtEnd'),
  ).toMatchObject({ total24h: 10 })
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/overview/open-interest')).body).toEqual(
    await proBody(app, '/api/overview/open-interest'),
  )
})

test.each([
  [400, '/api/overview/open-interest?dataType=dailyVolume', 'openInterestAtEnd'],
  [400, '/api/overview/open-interest?excludeTotalDataChart=x', 'true or false'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
