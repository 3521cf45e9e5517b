import { expect, test } from 'vitest'
import { byValue } from './by-value.ts'

test.each<[string, [name: string, units: number | null, usdRate: number][], string[]]>([
  // 100 × 1 = 100, 10,000 yen × 0.0065 = 65, 90 × 1.1 = 99.
  [
    'default: by dollars, not by units',
    [
      ['JPY', 10_000, 0.0065],
      ['EUR', 90, 1.1],
      ['USD', 100, 1],
    ],
    ['USD', 'EUR', 'JPY'],
  ],
  [
    'behavior: what has no value comes after it, by units',
    [
      ['a', 5, Number.NaN],
      ['b', 9, Number.NaN],
      ['c', 0, 1],
    ],
    ['c', 'b', 'a'],
  ],
  [
    'behavior: what has no units comes last',
    [
      ['a', null, 1],
      ['b', 1, Number.NaN],
      ['c', 1, 1],
    ],
    ['c', 'b', 'a'],
  ],
  [
    'behavior: equal ones stay in their order',
    [
      ['2', 5, 1],
      ['1', 5, 1],
      ['4', null, 1],
      ['3', null, 1],
    ],
    ['2', '1', '4', '3'],
  ],
  ['behavior: nothing of nothing', [], []],
])('%s', (_, items, expected) => {
  expect(
    byValue(items, ([, units, usdRate]) => ({ units, usdRate })).map(([name]) => name),
  ).toEqual(expected)
})
