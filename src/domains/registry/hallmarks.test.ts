import { expect, test } from 'vitest'
import { type Hallmark, listHallmarks } from './hallmarks.ts'

const known = new Map<string, Hallmark[]>([
  ['parent#pool', [[300, 'Pool opens on Base']]],
  [
    '1',
    [
      [200, 'Attack'],
      [100, 'V1 opens'],
    ],
  ],
  [
    '2',
    [
      [200, 'V2 opens'],
      [200, 'Attack'],
      [250, 'Attack'],
    ],
  ],
])

test.each<[string, string[], Hallmark[]]>([
  [
    'default: oldest first',
    ['1'],
    [
      [100, 'V1 opens'],
      [200, 'Attack'],
    ],
  ],
  [
    'behavior: two events of one day both stand, and so does one that happens again',
    ['2'],
    [
      [200, 'Attack'],
      [200, 'V2 opens'],
      [250, 'Attack'],
    ],
  ],
  [
    'behavior: of a family all events, and what two versions tell alike once',
    ['parent#pool', '1', '2'],
    [
      [100, 'V1 opens'],
      [200, 'Attack'],
      [200, 'V2 opens'],
      [250, 'Attack'],
      [300, 'Pool opens on Base'],
    ],
  ],
  ['behavior: none of whom nothing is told', ['3'], []],
])('%s', (_, ids, expected) => {
  expect(listHallmarks(known, ids)).toEqual(expected)
})
