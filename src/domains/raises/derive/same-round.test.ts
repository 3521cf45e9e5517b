import { describe, expect, test } from 'vitest'
import { isSameRound, nameKey, projectKeys } from './same-round.ts'

const DAY = 86_400
const at = (day: number, round: string | null, amount: number | null) => ({
  dateSec: 1_700_000_000 + day * DAY,
  round,
  amount,
})

test.each([
  // The same label.
  ['the same label on the same day', at(0, 'Seed', 5), at(0, 'Seed', 5), true],
  ['the same label in other spellings', at(0, 'Series A', 5), at(1, 'series-a round', 5), true],
  ['the same label thirty days apart', at(0, 'Seed', 5), at(30, 'Seed', 5), true],
  ['the same label thirty-one days apart', at(0, 'Seed', 5), at(31, 'Seed', 5), false],
  ['the same label, amounts that contradict', at(0, 'Seed', 5), at(2, 'Seed', 9), true],
  ['the same label, one amount unknown', at(0, 'Seed', 5), at(20, 'Seed', null), true],
  // Other labels, or none: the amount decides, within a week. A tenth of 20 is 2: 18 is near
  // enough, 17.9 is not.
  [
    'labels that differ, amounts within a tenth',
    at(0, 'Strategic', 20),
    at(7, 'Series B', 18),
    true,
  ],
  [
    'labels that differ, amounts a little further apart',
    at(0, 'Strategic', 20),
    at(7, 'Series B', 17.9),
    false,
  ],
  ['labels that differ, eight days apart', at(0, 'Strategic', 20), at(8, 'Series B', 20), false],
  ['labels that differ, an amount unknown', at(0, 'Strategic', 20), at(0, 'Series B', null), false],
  ['one label unknown, amounts within a tenth', at(0, null, 20), at(3, 'Series B', 21), true],
  ['one label unknown, amounts apart', at(0, null, 20), at(3, 'Series B', 30), false],
  ['one label unknown, an amount unknown', at(0, null, 20), at(3, 'Series B', null), true],
  ['both labels unknown, both amounts unknown', at(0, null, null), at(7, null, null), true],
  [
    'both labels unknown, a week and a second apart',
    at(0, null, null),
    { ...at(7, null, null), dateSec: 1_700_000_001 + 7 * DAY },
    false,
  ],
  [
    'a label that says nothing is no label',
    at(0, 'Undisclosed', 5),
    at(20, 'Undisclosed', 5),
    false,
  ],
  ['a label of signs alone is none', at(0, '-', 5), at(3, 'Seed', 5), true],
  // Nothing raised twice is the same nothing; nothing and something are not near.
  ['zero and zero', at(0, null, 0), at(0, null, 0), true],
  ['zero and something', at(0, null, 0), at(0, null, 1), false],
])('behavior: %s: %j %j is %s', (_, a, b, same) => {
  expect(isSameRound(a, b)).toBe(same)
  expect(isSameRound(b, a)).toBe(same)
})

describe('project keys', () => {
  test.each([
    ['Example Swap', 'exampleswap'],
    ['example-swap', 'exampleswap'],
    ['Example Labs, Inc.', 'example'],
    ['Exámple', 'example'],
    ['Example Foundation', 'example'],
    ['Labs', 'labs'],
    ['Example Labs Network', 'examplelabsnetwork'],
    ['Inception', 'inception'],
    ['$$$', '$$$'],
    ['火币', '火币'],
  ])('default: %j is known as %j', (name, key) => {
    expect(nameKey(name)).toBe(key)
  })

  describe('projectKeys', () => {
    // 1 and 2 are versions of one family; everything else is its own.
    const familyOf = (protocol: string) =>
      ['1', '2'].includes(protocol) ? 'parent#example' : protocol
    const keysOf = (...reports: [name: string, protocol: string | null][]) => {
      const list = reports.map(([name, protocol]) => ({ name, protocol }))
      const keys = projectKeys(list, familyOf)
      return list.map((report) => keys.get(report))
    }

    test.each([
      [
        'versions of one family are one project',
        [
          ['Example V1', '1'],
          ['Example V2', '2'],
          ['Example', 'parent#example'],
        ],
        ['protocol parent#example', 'protocol parent#example', 'protocol parent#example'],
      ],
      [
        'without a protocol the name counts',
        [
          ['Example', null],
          ['EXAMPLE Labs', null],
          ['Other', null],
        ],
        ['name example', 'name example', 'name other'],
      ],
      [
        'a report without a protocol takes that of others of its name',
        [
          ['Example', null],
          ['Example Labs', '9'],
        ],
        ['protocol 9', 'protocol 9'],
      ],
      [
        'not when those disagree',
        [
          ['Example', null],
          ['Example', '8'],
          ['Example', '9'],
        ],
        ['name example', 'protocol 8', 'protocol 9'],
      ],
      [
        'protocols that differ are two projects, whatever their names',
        [
          ['Example', '8'],
          ['Example', '9'],
        ],
        ['protocol 8', 'protocol 9'],
      ],
      [
        'a name cannot pass for a protocol',
        [
          ['9', null],
          ['Nine', '9'],
        ],
        ['name 9', 'protocol 9'],
      ],
      ['nothing', [], []],
    ] as [string, [string, string | null][], string[]][])(
      'behavior: %s',
      (_, reports, expected) => {
        expect(keysOf(...reports)).toEqual(expected)
      },
    )
  })
})
