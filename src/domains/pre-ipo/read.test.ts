import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { preIpoCompanies, preIpoMarks, preIpoRounds } from './facts.ts'
import { at, mark, putCompanies, round } from './facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putCompanies(app)
  await valuations('zephyr')
})

afterAll(() => app.stop())

async function dataOf<T>(path: string, company: string): Promise<T> {
  const { status, body } = await app.get(`/pre-ipo/v1/${path}?company=${company}`, { pro: true })
  expect(status).toBe(200)
  return (body as { data: T }).data
}

const valuations = (company: string) =>
  dataOf<{ date: string; estimatedValuation: number }[]>('valuations', company)

test('behavior: a later mark is added, and one that is corrected replaces the older', async () => {
  await app.put(preIpoMarks, [
    mark('zephyr', 'two', '2025-12-25', 1_600_000),
    mark('zephyr', 'one', '2025-01-20', 1_200_000),
  ])
  const months = (await valuations('zephyr')).map((month) => Object.values(month))
  expect(months).toEqual([
    ['2025-01-01', 1_200_000],
    // One: 1.4 million, two: 1.6 million.
    ['2025-12-01', 1_500_000],
    // One: (1.4 + 1.6) ÷ 2 million, two: 1,700,123: together 1,600,061.5, to the nearest 100.
    ['2026-01-01', 1_600_100],
  ])
})

test('behavior: a report that comes later is of the round that was known; a corrected one counts once', async () => {
  await app.put(preIpoRounds, [
    round('zephyr', 'post', '2025-06-10', {
      amountUsd: 320_000,
      valuationUsd: 1_300_000,
      series: 'Series A',
    }),
  ])
  await app.put(preIpoRounds, [
    round('zephyr', 'wire', '2025-06-01', {
      amountUsd: 340_000,
      valuationUsd: 1_200_000,
      series: 'Series A',
    }),
  ])
  const rounds = (await dataOf<object[]>('raises', 'zephyr')).map((each) => Object.values(each))
  expect(rounds).toEqual([
    ['2024-05-01', 100_000, 800_000, 'Seed'],
    // Means of 320,000 and 340,000, of 1.3 and 1.2 million.
    ['2025-06-01', 330_000, 1_250_000, 'Series A'],
  ])
})

test('behavior: marks of a company that is described later are there then', async () => {
  await app.put(preIpoMarks, [mark('newcomer', 'one', '2026-01-05', 5_000_000)])
  await valuations('zephyr')
  await app.put(preIpoCompanies, [
    {
      company: 'newcomer',
      rank: 4,
      name: 'Newcomer',
      description: null,
      website: null,
      sector: null,
    },
  ])
  expect((await valuations('newcomer')).map((month) => Object.values(month))).toEqual([
    ['2026-01-01', 5_000_000],
  ])
})

test('behavior: sources are averaged one by one, so that one with many marks does not outweigh others', async () => {
  await app.put(preIpoMarks, [
    mark('acme', 'one', '2025-11-02', 1_000_000),
    mark('acme', 'one', '2025-11-12', 2_000_000),
    // The last second of the month.
    { ...mark('acme', 'one', '2025-12-01', 3_000_000), atSec: at('2025-12-01') - 1 },
    mark('acme', 'two', '2025-11-20', 5_000_000),
    mark('acme', 'one', '2025-09-01', 700),
    { ...mark('acme', 'one', '2026-01-14', 900), atSec: NOW_SEC },
    { ...mark('acme', 'one', '2026-01-14', 5_000), atSec: NOW_SEC + 1 },
  ])
  expect((await valuations('acme')).map((month) => Object.values(month))).toEqual([
    ['2025-09-01', 700],
    // One: (1 + 2 + 3) ÷ 3 = 2 million; two: 5 million; together 3.5 million, not 2.75.
    ['2025-11-01', 3_500_000],
    ['2026-01-01', 900],
  ])
})
