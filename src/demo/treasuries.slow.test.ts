import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { treasuryHoldings } from '../domains/treasuries/facts.ts'
import { tvlRecords } from '../domains/tvl/public.ts'
import { sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'

interface Item {
  id: string
  tvl: number
  chainTvls: Record<string, number>
  tokenBreakdowns: Record<string, number>
  change_1h: number | null
  change_1d: number | null
  change_7d: number | null
}

let app: TestApp
let items: Item[]

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  const [ofProtocols, ofEntities] = [
    await app.get('/api/treasuries', { pro: true }),
    await app.get('/api/entities', { pro: true }),
  ]
  items = [...(ofProtocols.body as Item[]), ...(ofEntities.body as Item[])]
})

afterAll(() => app.stop())

test('default: some sixty treasuries and ten entities, all of them valued, compared by the hour, the day and the week', () => {
  expect(items.length).toBeGreaterThan(65)
  expect(items.filter(({ id }) => id.startsWith('entity-')).length).toBe(10)
  expect(items.every(({ tvl }) => tvl > 0)).toBe(true)
  const compared = items.filter(
    ({ change_1h, change_1d, change_7d }) =>
      change_1h !== null && change_1d !== null && change_7d !== null,
  )
  // One whose protocol has died, or has only just begun, has nothing to be compared with.
  expect(compared.length).toBeGreaterThan(60)
  // Prices move by some percent a week, amounts by less.
  for (const { change_7d } of compared) expect(Math.abs(change_7d ?? 0)).toBeLessThan(60)
})

test('behavior: chains add up to the value, kinds of tokens to the value and the own tokens', () => {
  for (const { id, tvl, chainTvls, tokenBreakdowns } of items) {
    const { OwnTokens = 0, ...others } = chainTvls
    const chains = Object.entries(others).filter(([key]) => !key.endsWith('-OwnTokens'))
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    expect(Math.abs(sum(chains.map(([, usd]) => usd)) / tvl - 1), id).toBeLessThan(1e-9)
    expect(Math.abs(sum(Object.values(tokenBreakdowns)) / (tvl + OwnTokens) - 1), id).toBeLessThan(
      1e-9,
    )
  }
})

test('behavior: what a holder is worth now is what its newest TVL record says: both are amounts × demo prices', async () => {
  const rows = await app.app.store.engine.query<{ id: string; usd: number }>(
    sql`SELECT protocol AS id, sum(tvlUsd) AS usd FROM ${tableOf(tvlRecords)}
     WHERE section = 'tvl' AND (protocol, atSec) IN (
       SELECT holder, max(atSec) FROM ${tableOf(treasuryHoldings)} GROUP BY holder HAVING max(atSec) = (SELECT max(atSec) FROM ${tableOf(treasuryHoldings)})
     ) GROUP BY protocol`,
  )
  const byId = new Map(items.map((item) => [item.id, item.tvl]))
  expect(rows.length).toBeGreaterThan(60)
  for (const { id, usd } of rows)
    expect(Math.abs((byId.get(id) ?? 0) / usd - 1), id).toBeLessThan(1e-9)
})

test('behavior: treasuries are no protocols', async () => {
  const protocols = (await app.get('/protocols')).body as { id: string }[]
  expect(protocols.filter(({ id }) => id.includes('treasury') || id.includes('entity'))).toEqual([])
})
