import { expect, test } from 'vitest'
import { DAY_SEC } from '../lib/clock.ts'
import { DEMO_DAYS } from './demo-world.ts'
import { demoReports } from './raises.ts'

const FIRST = Date.UTC(2024, 1, 1) / 1000
const stretch = (fromDay: number, toDay: number) =>
  demoReports({
    firstDaySec: FIRST,
    fromSec: FIRST + fromDay * DAY_SEC - 1,
    toSec: FIRST + toDay * DAY_SEC - 1,
  })

test('default: some 120 rounds in two years, some of them told twice', () => {
  const reports = stretch(0, DEMO_DAYS)
  const rounds = new Set(reports.map(({ report }) => report)).size
  expect(rounds).toBeGreaterThan(90)
  expect(rounds).toBeLessThan(150)
  expect(reports.length - rounds).toBeGreaterThan(20)
})

test('behavior: whatever the stretches, the same reports', () => {
  const whole = stretch(0, 800)
  const pieces = [
    stretch(0, 300),
    stretch(300, 300.5),
    stretch(300.5, 302),
    stretch(302, 731),
    stretch(731, 800),
  ].flat()
  const key = ({ reporter, report }: Record<string, unknown>) => `${reporter} ${report}`
  expect(pieces.map(key).sort()).toEqual(whole.map(key).sort())
  expect(pieces.length).toBe(new Set(pieces.map(key)).size)
})

test('behavior: a stretch within a day brings nothing', () => {
  for (let day = 0; day < 100; day++) expect(stretch(day + 0.1, day + 0.9)).toEqual([])
})
