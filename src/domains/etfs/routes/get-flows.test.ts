import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { at, bodyOf, dayRow, fundRow } from '../facts-for-tests.ts'
import { getFlows } from './get-flows.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const row = (
  aggregator_id: string,
  day: string,
  total_flow_usd: number | null,
  flows_source: string | null,
  funds: number,
  unknown = 0,
) => {
  return {
    aggregator_id,
    day: `${day}T00:00:00.000Z`,
    total_flow_usd,
    flows_source,
    funds,
    funds_unknown: unknown,
  }
}

test('behavior: nothing known is an empty list', async () => {
  expect(await bodyOf(app, '/etfs/flows', getFlows)).toEqual([])
})

test('default: per asset and trading day the sum of what is known', async () => {
  await app.put(etfs, [
    fundRow('BA', 'bitcoin'),
    fundRow('BB', 'bitcoin'),
    fundRow('EA', 'ethereum'),
  ])
  // 9 January 2026 is a Friday, 12 January a Monday.
  await app.put(etfDays, [
    dayRow('BA', at(5), { shares: 1_000, navUsd: 100 }),
    dayRow('BB', at(5), { flowsUsd: 250.5 }),
    dayRow('EA', at(5), { shares: 10 }),
    dayRow('BA', at(2), { shares: 2_060, navUsd: 50 }),
    dayRow('BB', at(2), { flowsUsd: -1_000 }),
    dayRow('EA', at(2), { flowsUsd: 5 }),
    dayRow('BA', at(1), { shares: 2_000, navUsd: 50 }),
    dayRow('NAMELESS', at(1), { flowsUsd: 1e9 }),
  ])
  await app.put(etfSplits, [{ ticker: 'BA', atSec: at(3), ratio: 2 }])
  expect(await bodyOf(app, '/etfs/flows', getFlows)).toEqual([
    row('bitcoin', '2026-01-09', 250.5, 'reported', 1, 1),
    row('ethereum', '2026-01-09', null, null, 0, 1),
    // (2,060 − 1,000 × 2) × 50 = 3,000, less 1,000.
    row('bitcoin', '2026-01-12', 2_000, 'mixed', 2),
    row('ethereum', '2026-01-12', 5, 'reported', 1),
    // (2,000 − 2,060) × 50; the flow of a fund without an asset belongs nowhere.
    row('bitcoin', '2026-01-13', -3_000, 'computed', 1),
  ])
})

test('behavior: start and end bound the days, not what they are compared with', async () => {
  expect(await bodyOf(app, `/etfs/flows?start=${at(1)}`, getFlows)).toEqual([
    row('bitcoin', '2026-01-13', -3_000, 'computed', 1),
  ])
  expect(await bodyOf(app, `/etfs/flows?end=${at(6)}`, getFlows)).toEqual([])
})

test.each(['start=x', 'end=1.5.1'])('error: 400 when %s', async (query) => {
  expect(await app.get(`/etfs/flows?${query}`, { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
