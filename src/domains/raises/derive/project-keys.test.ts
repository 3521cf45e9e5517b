import { describe, expect, test } from 'vitest'
import { nameKey, projectKeys } from './project-keys.ts'

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
  ] as [string, [string, string | null][], string[]][])('behavior: %s', (_, reports, expected) => {
    expect(keysOf(...reports)).toEqual(expected)
  })
})
