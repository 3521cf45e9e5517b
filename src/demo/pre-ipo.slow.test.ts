import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { preIpoMarks } from '../domains/pre-ipo/facts.ts'
import { sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'
import { preIpoDemo } from './pre-ipo.ts'
import { writeRanges } from './ranges-for-tests.ts'

interface Item {
  id: string
  name: string
  latestEstimatedValuation: number
  latestRaise: number
  latestFundingValuation: number
  latestFundingDate: string
  lastValuationDate: string
  totalRaised: number
  valuationChange1YPercentage: number | null
  premiumVsLatestFundingPercentage: number | null
}

interface Round {
  date: string
  amountRaised: number
  valuation: number
  series: string
}

const MARKED = 55

let app: TestApp
let items: Item[]

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  items = await dataOf<Item[]>('companies-list')
})

afterAll(() => app.stop())

async function dataOf<T>(path: string): Promise<T> {
  const { status, body } = await app.get(`/pre-ipo/v1/${path}`, { pro: true })
  expect({ path, status }).toEqual({ path, status: 200 })
  return (body as { data: T }).data
}

test('default: sixty private companies, the largest first, marked by four marketplaces', async () => {
  expect(items.length).toBe(60)
  expect(new Set(items.map(({ id }) => id)).size).toBe(60)
  expect(items[0]).toMatchObject({ id: 'northwind-robotics', name: 'Northwind Robotics' })
  expect(items.at(-1)).toMatchObject({ id: 'solstice-biotech', name: 'Solstice Biotech' })
  const marked = await app.app.store.engine.query<{ company: string; sources: number }>(
    sql`SELECT company, uniqExact(source) AS sources FROM ${tableOf(preIpoMarks)} GROUP BY company`,
  )
  expect(marked.length).toBe(MARKED)
  expect(new Set(marked.map(({ sources }) => Number(sources)))).toEqual(new Set([4]))
})

test('behavior: the newest estimate is of this month and is within the marks of it', async () => {
  const rows = await app.app.store.engine.query<{ company: string; low: number; high: number }>(
    sql`SELECT company, min(valuationUsd) AS low, max(valuationUsd) AS high FROM ${tableOf(preIpoMarks)}
     WHERE atSec >= toUnixTimestamp('2026-01-01 00:00:00', 'UTC') GROUP BY company`,
  )
  expect(rows.length).toBe(MARKED)
  for (const { company, low, high } of rows) {
    const item = items.find(({ id }) => id === company)
    expect(item?.lastValuationDate, company).toBe('2026-01-01')
    // Rounded to 100.
    expect(item?.latestEstimatedValuation, company).toBeGreaterThanOrEqual(low - 50)
    expect(item?.latestEstimatedValuation, company).toBeLessThanOrEqual(high + 50)
  }
})

test('behavior: a company that no marketplace marks is worth what its last round says, without change or premium', () => {
  const unmarked = items.slice(MARKED)
  expect(unmarked.length).toBe(5)
  for (const item of unmarked) {
    expect(item).toMatchObject({
      latestEstimatedValuation: item.latestFundingValuation,
      lastValuationDate: item.latestFundingDate,
      valuationChange1YPercentage: null,
      premiumVsLatestFundingPercentage: null,
    })
  }
  expect(
    items
      .slice(0, MARKED)
      .every(({ valuationChange1YPercentage }) => valuationChange1YPercentage !== null),
  ).toBe(true)
})

// The first day of the demo world is 15 January 2024; rounds were 20 days before it, 240 and 500
// days after it.
test('behavior: what one to three sources tell of is one round, in the middle of what they say', async () => {
  // The first company is worth 90 bn, four fifths of that at its last round, and each round before
  // it was at 1 ÷ 2.2 of the next.
  expect(await dataOf<Round[]>('raises?company=northwind-robotics')).toEqual([
    // 72 bn ÷ 2.2 ÷ 2.2 = 14,876,033,058 (two sources, the second 1% higher: 15,024,793,389), a
    // tenth of it raised (the second 2% more).
    {
      date: '2023-12-26',
      amountRaised: (1_487_603_306 + 1_517_355_372) / 2,
      valuation: (14_876_033_058 + 15_024_793_389) / 2,
      series: 'Seed',
    },
    // 72 bn ÷ 2.2 = 32,727,272,727 (of three the second 1% higher: 33,054,545,454); the middle
    // amount is 2% over a tenth.
    {
      date: '2024-09-11',
      amountRaised: 3_338_181_818,
      valuation: (32_727_272_727 + 33_054_545_454) / 2,
      series: 'Series A',
    },
    {
      date: '2025-05-29',
      amountRaised: 7_200_000_000,
      valuation: 72_000_000_000,
      series: 'Series B',
    },
  ])
})

test('behavior: two to five rounds each, one after the other, whose amounts are what was raised in all', async () => {
  for (const [index, item] of items.entries()) {
    const rounds = await dataOf<Round[]>(`raises?company=${item.id}`)
    expect(rounds.map(({ series }) => series)).toEqual(
      ['Seed', 'Series A', 'Series B', 'Series C', 'Series D'].slice(0, 2 + ((index + 1) % 4)),
    )
    expect(rounds.map(({ date }) => date)).toEqual(rounds.map(({ date }) => date).sort())
    expect(item.totalRaised).toBe(rounds.reduce((sum, { amountRaised }) => sum + amountRaised, 0))
    expect(item).toMatchObject({
      latestRaise: rounds.at(-1)?.amountRaised,
      latestFundingDate: '2025-05-29',
    })
  }
})

test('behavior: every third of those with marks is traded, near to what the marketplaces say', async () => {
  let traded = 0
  for (const [index, { id, latestEstimatedValuation }] of items.entries()) {
    const { perps, tokenIssuers } = await dataOf<{ perps: Venue[]; tokenIssuers: Venue[] }>(
      `integrations?company=${id}`,
    )
    const isTraded = (index + 1) % 3 === 0 && index < MARKED
    expect([perps.length, tokenIssuers.length], id).toEqual(isTraded ? [1, 2] : [0, 0])
    for (const { price, estimatedValuation } of [...perps, ...tokenIssuers]) {
      // Ten million shares.
      expect((price * 10_000_000) / estimatedValuation).toBeCloseTo(1, 9)
      expect(Math.abs(estimatedValuation / latestEstimatedValuation - 1), id).toBeLessThan(0.3)
    }
    if (isTraded) traded++
  }
  // 3, 6, … 54.
  expect(traded).toBe(18)
})

interface Venue {
  price: number
  estimatedValuation: number
}

test('behavior: a step within the hour adds nothing, the next hour only venues, the next day marks too', async () => {
  const firstDaySec = Date.parse('2024-01-15') / 1000
  const step = async (fromIso: string, toIso: string) => {
    const range = {
      firstDaySec,
      fromSec: Date.parse(fromIso) / 1000,
      toSec: Date.parse(toIso) / 1000,
    }
    return writeRanges(app.app, preIpoDemo, [range])
  }
  expect(await step('2026-01-14T12:00:00Z', '2026-01-14T12:55:00Z')).toMatchObject({
    accepted: 0,
    facts: [],
  })
  // 18 companies with a perp and two tokens each.
  const hour = await step('2026-01-14T12:55:00Z', '2026-01-14T13:00:00Z')
  expect(hour).toMatchObject({ accepted: 54 })
  expect(hour.facts.toSorted()).toEqual(['pre_ipo_perps', 'pre_ipo_tokens'])
  const day = await step('2026-01-14T23:55:00Z', '2026-01-15T00:00:00Z')
  expect(day.facts.toSorted()).toEqual(['pre_ipo_marks', 'pre_ipo_perps', 'pre_ipo_tokens'])
})
