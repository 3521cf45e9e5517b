import { expect, test } from 'vitest'
import { eventText } from './emission.ts'
import { scheduleSeries, unlockedAt } from './schedule.ts'

const day = (text: string) => Date.parse(text) / 1000
const team = {
  label: 'Team',
  data: [
    { timestamp: day('2026-01-30'), unlocked: 10 },
    { timestamp: day('2026-01-31'), unlocked: 15 },
    { timestamp: day('2026-02-01'), unlocked: 15 },
    { timestamp: day('2026-02-02'), unlocked: 40 },
  ],
}

test('a month has what was added in it', () => {
  expect(scheduleSeries([team], 'month')).toEqual([
    {
      name: 'Team',
      points: [
        [day('2026-01-01'), 15],
        // 40 at its end, 15 before it.
        [day('2026-02-01'), 25],
      ],
    },
  ])
})

test('what is unlocked by a moment, over sections', () => {
  const sale = { label: 'Sale', data: [{ timestamp: day('2026-02-02'), unlocked: 5 }] }
  expect(unlockedAt([team, sale], day('2026-02-01'))).toBe(15)
  expect(unlockedAt([team, sale], day('2026-02-05'))).toBe(45)
  expect(unlockedAt([team], day('2025-01-01'))).toBeNull()
})

test('an event says its figures and its day', () => {
  const event = {
    description: 'Team: {tokens[0]} to {tokens[1]} and {tokens[2]} on {timestamp}',
    timestamp: 7,
    noOfTokens: [1, 2],
    category: null,
    unlockType: null,
  }
  const write = { tokens: (value: number) => `${value} t`, day: (sec: number) => `day ${sec}` }
  expect(eventText(event, write)).toBe('Team: 1 t to 2 t and — on day 7')
})
