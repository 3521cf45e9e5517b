import { expect, test } from 'vitest'
import { eventText, monthView, scheduleSeries, unlockedAt } from './day-events.ts'

const day = (text: string) => Date.parse(text) / 1000

test('the weeks of a month, from Monday on', () => {
  // December 2026 begins on a Tuesday and ends on a Thursday: five weeks.
  expect(monthView('2026-12', day('2026-11-17'))).toEqual({
    title: 'Dec 2026',
    first: day('2026-11-30'),
    dayCount: 35,
    before: '2026-11',
    after: '2027-01',
  })
  // August 2026 begins on a Saturday and ends on a Monday: six weeks.
  expect(monthView('2026-08', day('2026-11-17'))).toMatchObject({
    first: day('2026-07-27'),
    dayCount: 42,
  })
})

test('the coming weeks where no month is named', () => {
  for (const month of ['', '2026-13', 'x'])
    expect(monthView(month, day('2026-11-17'))).toEqual({
      title: 'The coming weeks',
      first: day('2026-11-16'),
      dayCount: 35,
      before: '2026-10',
      after: '2026-12',
    })
})

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

test('what is unlocked by a timestamp, over sections', () => {
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
