import { expect, test } from 'vitest'
import { lastSession } from './last-session.ts'

const HOUR = 3_600
const bars = (...hours: number[]) => hours.map((hour) => ({ atSec: hour * HOUR }))

test.each([
  ['default: what follows the night', bars(14, 15, 38, 39), bars(38, 39)],
  ['behavior: a lunch break does not end a session', bars(0, 2, 3.5, 5), bars(0, 2, 3.5, 5)],
  [
    'behavior: a break of three hours does not, a second more does',
    [{ atSec: 0 }, { atSec: 3 * HOUR }, { atSec: 6 * HOUR + 1 }],
    [{ atSec: 6 * HOUR + 1 }],
  ],
  ['behavior: a session over midnight is one', bars(23, 24, 25), bars(23, 24, 25)],
  ['behavior: one bar', bars(5), bars(5)],
  ['behavior: none', [], []],
])('%s', (_, given, expected) => {
  expect(lastSession(given)).toEqual(expected)
})
