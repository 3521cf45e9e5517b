import { expect, test } from 'vitest'
import type { Unlock } from '../schedule.ts'
import { day } from '../schedules-for-tests.ts'
import { unlockSegments } from './unlock-segments.ts'

/** Segments as texts: from, to, amount. */
function told(...unlocks: Unlock[]): [string, string, number][] {
  const iso = (atSec: number) => new Date(atSec * 1000).toISOString().slice(0, 10)
  return unlockSegments(unlocks).map(({ fromSec, toSec, amount }) => [
    iso(fromSec),
    iso(toSec),
    amount,
  ])
}

test('default: a cliff is a timestamp, a line a range', () => {
  expect(told({ type: 'cliff', atSec: day('2024-02-29'), amount: 5 })).toEqual([
    ['2024-02-29', '2024-02-29', 5],
  ])
  expect(
    told({ type: 'linear', fromSec: day('2024-01-01'), toSec: day('2024-02-01'), amount: 7 }),
  ).toEqual([['2024-01-01', '2024-02-01', 7]])
})

test('behavior: steps by the month follow the calendar, the first a month after the start', () => {
  const every = { months: 1 }
  expect(
    told({ type: 'step', fromSec: day('2024-01-31'), every, steps: 3, amountPerStep: 100 }),
  ).toEqual([
    ['2024-02-29', '2024-02-29', 100],
    ['2024-03-31', '2024-03-31', 100],
    ['2024-04-30', '2024-04-30', 100],
  ])
})

test('behavior: steps by the day are as long as they say', () => {
  const every = { days: 30 }
  expect(
    told({ type: 'step', fromSec: day('2024-01-31'), every, steps: 2, amountPerStep: 1 }),
  ).toEqual([
    ['2024-03-01', '2024-03-01', 1],
    ['2024-03-31', '2024-03-31', 1],
  ])
})

test('behavior: a decay is a chain of lines, each so much smaller, together the amount', () => {
  // Weights 1, ½ and ¼ make 1¾: 700 ÷ 1.75 = 400, 200, 100. The year 2024 is a day longer.
  const decay: Unlock = {
    type: 'decay',
    fromSec: day('2023-01-01'),
    toSec: day('2026-01-01'),
    every: { months: 12 },
    decreasePct: 50,
    amount: 700,
  }
  expect(told(decay)).toEqual([
    ['2023-01-01', '2024-01-01', 400],
    ['2024-01-01', '2025-01-01', 200],
    ['2025-01-01', '2026-01-01', 100],
  ])
})

test('behavior: a period that the end cuts in half counts half', () => {
  // Ten days with weight 1, then five of ten with weight ½: 1 + ¼; 1,250 ÷ 1.25 = 1,000 and 250.
  const decay: Unlock = {
    type: 'decay',
    fromSec: day('2024-03-01'),
    toSec: day('2024-03-16'),
    every: { days: 10 },
    decreasePct: 50,
    amount: 1_250,
  }
  expect(told(decay)).toEqual([
    ['2024-03-01', '2024-03-11', 1_000],
    ['2024-03-11', '2024-03-16', 250],
  ])
})

test('behavior: a period longer than the whole is one line', () => {
  const [fromSec, toSec] = [day('2024-01-01'), day('2024-01-11')]
  expect(
    told({ type: 'decay', fromSec, toSec, every: { months: 12 }, decreasePct: 50, amount: 9 }),
  ).toEqual([['2024-01-01', '2024-01-11', 9]])
})

test('behavior: segments come in order of their ends; nothing makes none', () => {
  const amounts = unlockSegments([
    { type: 'linear', fromSec: 100, toSec: 900, amount: 3 },
    { type: 'cliff', atSec: 900, amount: 4 },
    { type: 'cliff', atSec: 200, amount: 1 },
    { type: 'linear', fromSec: 0, toSec: 300, amount: 2 },
  ]).map(({ amount }) => amount)
  expect(amounts).toEqual([1, 2, 3, 4])
  expect(unlockSegments([])).toEqual([])
})
