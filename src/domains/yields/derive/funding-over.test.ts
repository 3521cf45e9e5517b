import { expect, test } from 'vitest'
import { type Funding, fundingOver } from './funding-over.ts'

const NOW = 1_768_392_000
const HOUR = 3_600
const DAY = 86_400
const settled = (...list: [secondsAgo: number, rate: number][]): Funding[] =>
  list.map(([ago, rate]) => ({ atSec: NOW - ago, rate }))

test.each([
  // 0.25 + 0.5 + 0.75 = 1.5; ÷ 3. (Fractions of two, so that sums are exact.)
  ['three fundings', settled([16 * HOUR, 0.25], [8 * HOUR, 0.5], [0, 0.75]), 7, 0.5, 1.5],
  ['rates below 0 count against it', settled([8 * HOUR, 0.5], [0, -0.25]), 7, 0.125, 0.25],
  ['one funding', settled([HOUR, 0.5]), 7, 0.5, 0.5],
  ['reported twice, counted once', settled([HOUR, 0.5], [HOUR, 0.5]), 7, 0.5, 0.5],
  [
    'a second within the 7 days counts, exactly 7 days do not',
    settled([7 * DAY, 9], [7 * DAY - 1, 0.5]),
    7,
    0.5,
    0.5,
  ],
  ['over 30 days both do: (9 + 0.5) ÷ 2', settled([7 * DAY, 9], [7 * DAY - 1, 0.5]), 30, 4.75, 9.5],
  ['one that is still to come does not', settled([HOUR, 0.5], [-HOUR, 9]), 7, 0.5, 0.5],
  ['0 is a rate', settled([HOUR, 0], [0, 0.5]), 7, 0.25, 0.5],
  ['none in the time', settled([8 * DAY, 0.5]), 7, null, null],
  ['none at all', settled(), 30, null, null],
])('behavior: %s', (_, list, days, average, sum) => {
  expect(fundingOver(list, NOW, days)).toEqual({ average, sum })
})
