import { expect, test } from 'vitest'
import { dividendsPerShare } from './dividends-per-share.ts'

const DAY = 86_400
const NOW = 1_000 * DAY
const dividend = (daysAgo: number, amount: number) => ({ atSec: NOW - daysAgo * DAY, amount })

test.each([
  ['default: those of a year', [dividend(10, 0.5), dividend(364, 0.25)], [], 0.75],
  ['behavior: a year ago sharp is out', [dividend(10, 0.5), dividend(365, 0.25)], [], 0.5],
  // 1.00 before a 4-for-1 split is 0.25 of a share today.
  [
    'behavior: in today’s shares',
    [dividend(10, 0.5), dividend(100, 1)],
    [{ atSec: NOW - 50 * DAY, ratio: 4 }],
    0.75,
  ],
  ['behavior: a company that stopped paying pays zero', [dividend(400, 0.5)], [], 0],
  ['behavior: announced, not paid', [dividend(-1, 0.5)], [], null],
  ['behavior: none known', [], [], null],
])('%s', (_, dividends, splits, expected) => {
  expect(dividendsPerShare(dividends, splits, NOW)).toBe(expected)
})
