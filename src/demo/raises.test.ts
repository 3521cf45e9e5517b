import { expect, test } from 'vitest'
import { DAY_SEC } from '../lib/clock.ts'
import { DEMO_DAYS } from './demo-range.ts'
import { demoMarket } from './market/market.ts'
import { listReports } from './raises.ts'

const FIRST = Date.UTC(2024, 1, 1) / 1000
const { protocols } = demoMarket()
const within = (fromDay: number, toDay: number) =>
  listReports(
    {
      firstDaySec: FIRST,
      fromSec: FIRST + fromDay * DAY_SEC - 1,
      toSec: FIRST + toDay * DAY_SEC - 1,
    },
    protocols,
  )

test('default: some 120 rounds in two years, some of them reported twice', () => {
  const reports = within(0, DEMO_DAYS)
  const rounds = new Set(reports.map(({ report }) => report)).size
  expect(rounds).toBeGreaterThan(90)
  expect(rounds).toBeLessThan(150)
  expect(reports.length - rounds).toBeGreaterThan(20)
})

test('behavior: whatever the ranges, the same reports', () => {
  const whole = within(0, 800)
  const pieces = [
    within(0, 300),
    within(300, 300.5),
    within(300.5, 302),
    within(302, 731),
    within(731, 800),
  ].flat()
  const key = ({ reporter, report }: Record<string, unknown>) => `${reporter} ${report}`
  expect(pieces.map(key).sort()).toEqual(whole.map(key).sort())
  expect(pieces.length).toBe(new Set(pieces.map(key)).size)
})

test('behavior: a range within a day brings nothing', () => {
  for (let day = 0; day < 100; day++) expect(within(day + 0.1, day + 0.9)).toEqual([])
})
