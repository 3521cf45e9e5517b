import { expect, test } from 'vitest'
import { DAY_SEC } from '../lib/clock.ts'
import { DEMO_DAYS } from './demo-world.ts'
import { demoHacks } from './hacks.ts'
import { demoCast } from './market/market.ts'

const FIRST = Date.UTC(2024, 1, 1) / 1000
const stretch = (fromDay: number, toDay: number) =>
  demoHacks({
    firstDaySec: FIRST,
    fromSec: FIRST + fromDay * DAY_SEC - 1,
    toSec: FIRST + toDay * DAY_SEC - 1,
  })

test('default: some 60 incidents in two years, none takes more than a protocol has or returns more than it took', () => {
  const sizes = new Map(demoCast().protocols.map(({ id, sizeUsd }) => [id, sizeUsd]))
  const rows = stretch(0, DEMO_DAYS)
  expect(rows.length).toBeGreaterThan(45)
  expect(rows.length).toBeLessThan(85)
  for (const { protocol, amountUsd, returnedUsd } of rows) {
    expect(Number(amountUsd)).toBeLessThan((sizes.get(String(protocol)) ?? 0) / 4)
    expect(Number(returnedUsd)).toBeLessThanOrEqual(Number(amountUsd))
  }
})

test('behavior: whatever the stretches, the same incidents', () => {
  const pieces = [
    stretch(0, 300),
    stretch(300, 300.5),
    stretch(300.5, 302),
    stretch(302, 731),
    stretch(731, 800),
  ].flat()
  expect(pieces).toEqual(stretch(0, 800))
})

test('behavior: a stretch within a day brings nothing', () => {
  for (let day = 0; day < 100; day++) expect(stretch(day + 0.1, day + 0.9)).toEqual([])
})
