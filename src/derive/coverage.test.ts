import { expect, test } from 'vitest'
import { coverageOfReadings } from './coverage.ts'

const DAY = 86_400
const reading = (name: string, valueUsd: number, more: object = {}) => ({
  key: { protocol: name },
  valueUsd,
  atSec: 10 * DAY,
  isCarried: false,
  ...more,
})

test('default: what each member is, and the share of the fresh ones', () => {
  // 60 of 60 + 20 + 15 + 5.
  const coverage = coverageOfReadings(
    [
      reading('a', 60),
      reading('b', 20, { isCarried: true }),
      reading('c', 15, { atSec: 9 * DAY - 1 }),
      reading('d', 5, { isCarried: true, isMissing: true }),
    ],
    10 * DAY,
  )
  expect(coverage?.share).toBe(0.6)
  expect(coverage?.members.map(({ key, state, worth }) => [key.protocol, state, worth])).toEqual([
    ['a', 'fresh', 60],
    ['b', 'stale', 20],
    ['c', 'stale', 15],
    ['d', 'missing', 5],
  ])
})

test('behavior: nothing is known of a total without members', () => {
  expect(coverageOfReadings([], 10 * DAY)).toBeUndefined()
})
