import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { forkLinks, oracleLinks } from '../domains/attribution/facts.ts'
import {
  expectCategories,
  expectDays,
  expectForks,
  expectOracles,
  readDetails,
} from '../domains/attribution/invariants-for-tests.ts'
import { D0 } from '../domains/attribution/world-for-tests.ts'
import type { Item } from '../domains/tvl/invariants-for-tests.ts'
import { createClock, DAY_SEC } from '../lib/clock.ts'
import { identifiers, sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'
import { advanceDemo } from './demo-world.ts'
import { demoParts } from './index.ts'

const EVERY_DAYS = 10

let app: TestApp

describe('two years', () => {
  beforeAll(async () => {
    app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  })
  afterAll(() => app.stop())

  test('default: most protocols have an oracle; every kind of link is there', async () => {
    const snapshot = app.app.store.snapshot()
    const links = await snapshot.query<{
      protocol: string
      oracle: string
      type: string
      chain: string
      atSec: number
      untilSec: number | null
    }>(
      sql`SELECT protocol, oracle, type, chain, atSec, untilSec FROM ${snapshot.current(oracleLinks)}`,
    )
    expect(new Set(links.map(({ oracle }) => oracle)).size).toBe(12)
    expect(new Set(links.map(({ protocol }) => protocol)).size).toBeGreaterThan(150)
    for (const type of ['Primary', 'Aggregator', 'Fallback', 'RNG'])
      expect(links.some((link) => link.type === type)).toBe(true)
    expect(links.some(({ chain }) => chain !== 'all')).toBe(true)
    const ended = links.filter(({ untilSec }) => untilSec !== null)
    const isFollowed = (left: (typeof links)[number]) =>
      links.some(({ protocol, atSec }) => protocol === left.protocol && atSec === left.untilSec)
    expect(ended.some(isFollowed) && ended.some((left) => !isFollowed(left))).toBe(true)
  })

  test('default: forks, and forks of forks', async () => {
    const snapshot = app.app.store.snapshot()
    const links = await snapshot.query<{ protocol: string; original: string }>(
      sql`SELECT * FROM ${snapshot.current(forkLinks)}`,
    )
    const forks = new Set(links.map(({ protocol }) => protocol))
    expect(forks.size).toBeGreaterThan(30)
    expect(links.some(({ original }) => forks.has(original))).toBe(true)
  })

  test('behavior: two years, and now', async () => {
    const { body } = await app.get('/api/v2/chart/oracle', { pro: true })
    const points = body as [number, number][]
    expect(points.length).toBeGreaterThan(729)
    expect(points.at(-1)?.[0]).toBeGreaterThan(D0)
    expectDays(points)
  })

  test('behavior: no two rows that a run of the whole world brings have the same key and time', async () => {
    const { store, clock } = app.app
    const later = createClock(new Date(clock.nowMs() + DAY_SEC * 1000).toISOString())
    await advanceDemo(store, later, demoParts)
    for (const fact of store.facts.values()) {
      const [found] = await store.engine.query<{ repeats: number }>(
        sql`SELECT count() - uniqExact(${identifiers([...fact.order, 'run'])}) AS repeats FROM ${tableOf(fact)}`,
      )
      expect([fact.name, found?.repeats]).toEqual([fact.name, 0])
    }
  })
})

describe('the last 90 days', () => {
  beforeAll(async () => {
    app = await TestApp.startDemo()
  })
  afterAll(() => app.stop())

  test('behavior: categories add up to the protocols, oracles and forks to each other', async () => {
    const items = (await app.get('/protocols')).body as (Item & { name: string; slug: string })[]
    await expectCategories(app, items, await readDetails(app, items), EVERY_DAYS)
    await expectOracles(app)
    await expectForks(app, new Map(items.map(({ name, slug }) => [name, slug])))
  })
})
