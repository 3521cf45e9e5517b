import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { CATEGORIES } from '../domains/narratives/facts.ts'
import { DAY_SEC, dayStart } from '../lib/clock.ts'
import { coinsDemo } from './coins.ts'
import { createDemo } from './demo-world.ts'
import { narrativesDemo } from './narratives.ts'
import { registryDemo } from './registry.ts'

type Row = Record<string, number | null>

// What the lines build on, and the members: the rest of the demo world is not needed.
const parts = [registryDemo, coinsDemo, narrativesDemo]

let app: TestApp
let year: Row[]

beforeAll(async () => {
  app = await TestApp.start()
  await createDemo(app.app.store, app.app.clock, parts)
  year = await performance('365')
})

afterAll(() => app.stop())

async function performance(period: string): Promise<Row[]> {
  return (await app.get(`/fdv/performance/${period}`, { pro: true })).body as Row[]
}

test('default: every category has a figure on every day, the first 0', () => {
  expect(year.length).toBe(366)
  for (const name of CATEGORIES) {
    expect(year[0]?.[name]).toBe(0)
    expect(year.filter((row) => typeof row[name] !== 'number')).toEqual([])
    expect(new Set(year.map((row) => row[name])).size).toBeGreaterThan(300)
  }
})

test('behavior: a category of one coin is the change of its price', async () => {
  const span = `start=${dayStart(NOW_SEC) - 365 * DAY_SEC}&span=366&period=1d`
  for (const [name, coin] of [
    ['Bitcoin', 'aggregator:bitcoin'],
    ['Oracle', 'aggregator:chainlink'],
  ] as const) {
    const { body } = await app.get(`/chart/${coin}?${span}`)
    const prices =
      (body as { coins: Record<string, { prices: { price: number }[] }> }).coins[coin]?.prices.map(
        ({ price }) => price,
      ) ?? []
    expect(prices.length).toBe(366)
    for (const [index, row] of year.entries())
      expect(row[name]).toBeCloseTo(((prices[index] ?? 0) / (prices[0] ?? 1) - 1) * 100, 6)
  }
})

test('behavior: shorter periods are parts of the long one', async () => {
  for (const period of ['7', '30', 'ytd']) {
    const rows = await performance(period)
    const from = year.length - rows.length
    for (const name of CATEGORIES) {
      const last = (1 + (year.at(-1)?.[name] ?? 0) / 100) / (1 + (year[from]?.[name] ?? 0) / 100)
      expect(rows.at(-1)?.[name]).toBeCloseTo((last - 1) * 100, 6)
    }
  }
})
