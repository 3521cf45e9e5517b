import { expect, test } from 'vitest'
import { nextEvent } from './next-event.ts'
import type { UnlockEvent } from './unlock-events.ts'

const cliff = (timestamp: number, amount: number): UnlockEvent => ({
  description: '',
  timestamp,
  noOfTokens: [amount],
  category: 'insiders',
  unlockType: 'cliff',
})
const pace = (timestamp: number, before: number, after: number): UnlockEvent => ({
  ...cliff(timestamp, 0),
  noOfTokens: [before, after],
  unlockType: 'linear',
})

test.each([
  {
    name: 'the first after now',
    events: [cliff(100, 1), cliff(200, 2), cliff(300, 3)],
    date: 200,
    toUnlock: 2,
  },
  {
    name: 'an event at this very moment has happened',
    events: [cliff(150, 1), cliff(300, 3)],
    date: 300,
    toUnlock: 3,
  },
  {
    name: 'cliffs of one moment together',
    events: [cliff(200, 2), cliff(200, 5), cliff(201, 9)],
    date: 200,
    toUnlock: 7,
  },
  {
    name: 'a cliff, not the pace that changes with it',
    events: [cliff(200, 2), pace(200, 0, 50)],
    date: 200,
    toUnlock: 2,
  },
  { name: 'the new weekly pace', events: [pace(200, 10, 50)], date: 200, toUnlock: 50 },
  {
    name: 'new paces of one moment together',
    events: [pace(200, 10, 50), pace(200, 0, 7)],
    date: 200,
    toUnlock: 57,
  },
  { name: 'an end unlocks nothing', events: [pace(200, 10, 0)], date: 200, toUnlock: 0 },
])('behavior: $name', ({ events, date, toUnlock }) => {
  expect(nextEvent(events, 150, null)).toEqual({ date, toUnlock, proportion: null })
})

test.each([
  ['no events', []],
  ['only past ones', [cliff(100, 1), cliff(150, 1)]],
])('behavior: null when there are %s', (_, events) => {
  expect(nextEvent(events, 150, 100)).toBeNull()
})

test.each([
  ['a share of the supply', 80, 0.25],
  ['null when the supply is not known', null, null],
  ['null when there is none', 0, null],
])('behavior: the proportion is %s', (_, supply, proportion) => {
  expect(nextEvent([cliff(200, 20)], 150, supply)?.proportion).toBe(proportion)
})
