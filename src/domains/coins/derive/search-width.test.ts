import { expect, test } from 'vitest'
import { CURRENT_WIDTH_SEC, historicalWidthSec } from './search-width.ts'

test('default: a current price may be 12 hours old, a price at a timestamp 6 hours away', () => {
  expect(CURRENT_WIDTH_SEC).toBe(43_200)
  expect(historicalWidthSec(undefined)).toBe(21_600)
})

test.each([
  { asked: 600, byDefault: 8_640, width: 600 },
  { asked: undefined, byDefault: 8_640, width: 8_640 },
  { asked: 172_800, byDefault: 8_640, width: 172_800 },
  { asked: 172_801, byDefault: 8_640, width: 172_800 },
  { asked: undefined, byDefault: 604_800, width: 172_800 },
])(
  'behavior: asked $asked, default $byDefault: $width, never over two days',
  ({ asked, byDefault, width }) => {
    expect(historicalWidthSec(asked, byDefault)).toBe(width)
  },
)
