import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { unlockRecords } from '../domains/unlocks/facts.ts'
import { loadSchedules } from '../domains/unlocks/ingest/load-schedules.ts'
import { CATEGORIES } from '../domains/unlocks/schedule.ts'
import { DAY_SEC, dayStart } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'
import { coinsDemo } from './coins.ts'
import { advanceDemo, createDemo } from './demo-world.ts'
import { demoMarket } from './market/market.ts'
import { registryDemo } from './registry.ts'
import { unlocksDemo } from './unlocks.ts'

interface Item {
  name: string
  token: string
  aggregator_id: string
  circSupply: number
  circSupply30d: number
  totalLocked: number
  maxSupply: number
  unlocksPerDay: number | null
  mcap: number
  incompleteSections: unknown[]
  events: { timestamp: number; category: string; unlockType: string }[]
  nextEvent: { date: number; toUnlock: number } | null
}

interface Point {
  timestamp: number
  unlocked: number
  rawEmission: number
  burned: number
}

interface Detail {
  body: {
    documentedData: {
      data: { data: Point[] }[]
      tokenAllocation: Record<'current' | 'final' | 'progress', Record<string, number | null>>
    }
    metadata: { total: number; categories: Record<string, string[]> }
  }
}

const PARTS = [registryDemo, coinsDemo, unlocksDemo]
const details = new Map<string, Detail>()
let app: TestApp
let items: Item[]

beforeAll(async () => {
  app = await TestApp.start()
  await createDemo(app.app.store, app.app.clock, PARTS)
  items = (await app.get('/api/emissions', { pro: true })).body as Item[]
  for (const { aggregator_id } of items) {
    details.set(
      aggregator_id,
      (await app.get(`/api/emission/${aggregator_id}`, { pro: true })).body as Detail,
    )
  }
})

afterAll(() => app.stop())

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const detailOf = (item: Item) => (details.get(item.aggregator_id) as Detail).body

describe('variety', () => {
  test('default: at least 40 schedules, each found by its aggregator_id', () => {
    expect(items.length).toBeGreaterThanOrEqual(40)
    expect(new Set(items.map(({ token }) => token)).size).toBe(items.length)
    for (const item of items) expect(detailOf(item).metadata.total, item.name).toBe(item.maxSupply)
  })

  test('behavior: some are through, some begin, some are recorded and go on, some burn; all categories are there', () => {
    expect(items.filter(({ unlocksPerDay }) => unlocksPerDay === null).length).toBeGreaterThan(2)
    expect(items.filter(({ nextEvent }) => (nextEvent?.toUnlock ?? 0) > 0).length).toBeGreaterThan(
      10,
    )
    expect(
      items.filter(({ incompleteSections }) => incompleteSections.length > 0).length,
    ).toBeGreaterThan(2)
    expect(
      items.filter((item) =>
        detailOf(item).documentedData.data.some(({ data }) => (data.at(-1)?.burned ?? 0) > 0),
      ).length,
    ).toBeGreaterThan(2)
    expect(
      new Set(items.flatMap((item) => Object.keys(detailOf(item).metadata.categories))),
    ).toEqual(new Set(CATEGORIES))
  })

  test('behavior: the market counts with no more tokens than there can be', () => {
    const supplies = new Map(demoMarket().coins.map(({ coin, supply }) => [coin, supply]))
    for (const { name, token, maxSupply, mcap } of items) {
      expect(maxSupply, name).toBeGreaterThanOrEqual(
        supplies.get(token) ?? Number.POSITIVE_INFINITY,
      )
      expect(mcap, name).toBeGreaterThan(0)
    }
  })
})

describe('figures that must agree', () => {
  test('behavior: circulating supply is the sum of the sections at the coming midnight; locked is what is left', () => {
    const nextSec = dayStart(NOW_SEC) + DAY_SEC
    for (const item of items) {
      const points = detailOf(item).documentedData.data.map(
        ({ data }) => data.find(({ timestamp }) => timestamp === nextSec) ?? data.at(-1),
      )
      const total = (of: 'unlocked' | 'burned') => sum(points.map((point) => point?.[of] ?? 0))
      expect(item.circSupply / total('unlocked'), item.name).toBeCloseTo(1, 9)
      expect(
        (item.circSupply + item.totalLocked + total('burned')) / item.maxSupply,
        item.name,
      ).toBeCloseTo(1, 9)
      expect(item.circSupply30d).toBeLessThanOrEqual(item.circSupply + total('burned'))
    }
  })

  test('behavior: allocations add up to 100 and no progress is above it', () => {
    for (const item of items) {
      const { current, final, progress } = detailOf(item).documentedData.tokenAllocation
      for (const shares of [current, final])
        expect(sum(Object.values(shares).map((share) => share ?? 0)), item.name).toBeCloseTo(100, 9)
      for (const share of Object.values(progress)) expect(share ?? 0).toBeLessThanOrEqual(100)
    }
  })

  test('behavior: daily points; nothing that was emitted or burned is ever taken back', () => {
    const isGood = (point: Point, before: Point | undefined) =>
      point.unlocked === point.rawEmission - point.burned &&
      (before === undefined ||
        (point.timestamp - before.timestamp === DAY_SEC &&
          point.rawEmission >= before.rawEmission &&
          point.burned >= before.burned))
    for (const item of items) {
      const wrong = detailOf(item).documentedData.data.flatMap(({ data }) =>
        data.filter((point, index) => !isGood(point, data[index - 1])),
      )
      expect(wrong, item.name).toEqual([])
    }
  })

  test('behavior: events are in order, merged, and the next one is the first to come', () => {
    for (const { name, events, nextEvent } of items) {
      const times = events.map(({ timestamp }) => timestamp)
      expect(times, name).toEqual([...times].sort((a, b) => a - b))
      expect(
        new Set(
          events.map(
            ({ timestamp, category, unlockType }) => `${timestamp} ${category} ${unlockType}`,
          ),
        ).size,
      ).toBe(events.length)
      expect(nextEvent?.date, name).toBe(times.find((atSec) => atSec > NOW_SEC))
    }
  })
})

describe('as time goes by', () => {
  const rows = async () => {
    const [row] = await app.app.store.engine.query<{ rows: number; newest: number }>(
      sql`SELECT count() AS rows, max(atSec) AS newest FROM ${tableOf(unlockRecords)}`,
    )
    return row
  }

  test('behavior: a start finds the files of the demo world already there', async () => {
    const run = app.app.store.journal.latest
    await loadSchedules(app.app.store, app.app.clock, { error: fail, info: fail })
    expect(app.app.store.journal.latest).toBe(run)
  })

  test('behavior: a step within the day adds nothing, a midnight adds one record for each recorded section', async () => {
    const before = await rows()
    const version = app.app.store.journal.versionOf('unlock_records')
    await advanceDemo(app.app.store, { nowMs: () => (NOW_SEC + 600) * 1000 }, [unlocksDemo])
    expect(await rows()).toEqual(before)
    expect(app.app.store.journal.versionOf('unlock_records')).toBe(version)
    await advanceDemo(app.app.store, { nowMs: () => (dayStart(NOW_SEC) + DAY_SEC + 600) * 1000 }, [
      unlocksDemo,
    ])
    const sections = items.filter(({ incompleteSections }) => incompleteSections.length > 0).length
    expect(await rows()).toEqual({
      rows: (before?.rows ?? 0) + sections,
      newest: dayStart(NOW_SEC) + DAY_SEC,
    })
  })

  function fail(...words: unknown[]): never {
    throw new Error(JSON.stringify(words))
  }
})
