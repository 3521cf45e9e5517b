import { expect, test } from 'vitest'
import { DAY_SEC } from '../lib/clock.ts'
import { DEMO_DAYS } from './demo-range.ts'
import { listHacks } from './hacks.ts'
import { demoMarket } from './market/market.ts'

const FIRST = Date.UTC(2024, 1, 1) / 1000
const { protocols } = demoMarket()
const within = (fromDay: number, toDay: number) =>
  listHacks(
    {
      firstDaySec: FIRST,
      fromSec: FIRST + fromDay * DAY_SEC - 1,
      toSec: FIRST + toDay * DAY_SEC - 1,
    },
    protocols,
  )

test('default: some 60 incidents in two years, none takes more than a protocol has or returns more than it took', () => {
  const sizes = new Map(protocols.map(({ id, sizeUsd }) => [id, sizeUsd]))
  const rows = within(0, DEMO_DAYS)
  expect(rows.length).toBeGreaterThan(45)
  expect(rows.length).toBeLessThan(85)
  for (const { protocol, amountUsd, returnedUsd } of rows) {
    expect(Number(amountUsd)).toBeLessThan((sizes.get(String(protocol)) ?? 0) / 4)
    expect(Number(returnedUsd)).toBeLessThanOrEqual(Number(amountUsd))
  }
})

test('behavior: whatever the ranges, the same incidents', () => {
  const pieces = [
    within(0, 300),
    within(300, 300.5),
    within(300.5, 302),
    within(302, 731),
    within(731, 800),
  ].flat()
  expect(pieces).toEqual(within(0, 800))
})

test('behavior: a range within a day brings nothing', () => {
  for (let day = 0; day < 100; day++) expect(within(day + 0.1, day + 0.9)).toEqual([])
})
