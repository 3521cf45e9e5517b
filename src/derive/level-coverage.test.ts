import { expect, test } from 'vitest'
import { type LevelReading, levelCoverage } from './coverage.ts'

const NEWEST_SEC = 1_768_392_000
const HOUR = 3_600

const reading = (valueUsd: number, hoursAgo: number, isCarried = false): LevelReading => ({
  valueUsd,
  atSec: NEWEST_SEC - hoursAgo * HOUR,
  isCarried,
})

test.each([
  { name: 'all fresh and good', members: [reading(900, 0), reading(100, 5)], expected: 1 },
  // 900 of 1,000.
  {
    name: 'a small one is carried',
    members: [reading(900, 0), reading(100, 0, true)],
    expected: 0.9,
  },
  // 100 of 1,000.
  { name: 'the large one is old', members: [reading(900, 25), reading(100, 0)], expected: 0.1 },
  // 500 of 500 + 300 + 200.
  {
    name: 'one is carried and another old',
    members: [reading(500, 1), reading(300, 1, true), reading(200, 48)],
    expected: 0.5,
  },
  { name: 'none is good', members: [reading(900, 0, true), reading(100, 25)], expected: 0 },
  { name: '24 hours are not too old', members: [reading(1, 24)], expected: 1 },
  { name: 'a second more is', members: [reading(1, 24 + 1 / HOUR)], expected: 0 },
  {
    name: 'what is newer than the newest timestamp is fresh',
    members: [reading(1, -3)],
    expected: 1,
  },
  {
    name: 'a carried one worth nothing takes nothing away',
    members: [reading(5, 0), reading(0, 0, true)],
    expected: 1,
  },
  {
    name: 'nothing of worth, all of it fresh',
    members: [reading(0, 0), reading(0, 1)],
    expected: 1,
  },
  {
    name: 'nothing of worth, some of it old',
    members: [reading(0, 0), reading(0, 30)],
    expected: 0,
  },
  { name: 'nobody', members: [], expected: undefined },
])('behavior: $name', ({ members, expected }) => {
  expect(levelCoverage(members, NEWEST_SEC)).toBe(expected)
})
