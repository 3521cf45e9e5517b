import { expect, test } from 'vitest'
import type { Outline } from '../messages.ts'
import { readHallmarks } from './hallmarks.ts'
import { outputOf } from './output-for-tests.ts'

const read = (hallmarks: Outline) => readHallmarks(outputOf([], { hallmarks }))
// 20 April 2022, 00:00 UTC.
const SEC = 1_650_412_800

test('default: every entry is an event of the protocol', () => {
  expect(
    read([
      [SEC, 'Rewards begin'],
      ['2022-04-20', ' V2 opens '],
    ]),
  ).toEqual({
    hallmarks: [
      { protocol: '7', onSec: SEC, event: 'Rewards begin' },
      { protocol: '7', onSec: SEC, event: 'V2 opens' },
    ],
    warnings: [],
  })
})

test.each<[string, Outline, number]>([
  ['a range, whose start counts', [SEC, SEC + 86_400], SEC],
  ['a range of days', ['2022-04-20', '2022-05-01'], SEC],
  ['a fraction of a second', SEC + 0.9, SEC],
  ['a date object, which arrives as text', '2022-04-20T01:00:00.000Z', SEC + 3_600],
])('behavior: a date may be %s', (_, date, onSec) => {
  expect(read([[date, 'Event']]).hallmarks).toEqual([{ protocol: '7', onSec, event: 'Event' }])
})

test.each<Outline>([undefined, null, []])('behavior: a module may have none: %j', (none) => {
  expect(read(none)).toEqual({ hallmarks: [], warnings: [] })
})

test.each<[Outline, string]>([
  [['soon', 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not "soon"'],
  [['2022-02-30', 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not "2022-02-30"'],
  [[SEC * 1_000, 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not 1650412800000'],
  [[[], 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not []'],
  [[0, 'Event'], 'its date must be Unix seconds or YYYY-MM-DD, not 0'],
  ['2022-04-20', 'its date must be Unix seconds or YYYY-MM-DD, not undefined'],
  [[SEC], 'it has no text'],
  [[SEC, ' '], 'it has no text'],
])('error: %j is named and left out, the others stand', (entry, reason) => {
  const { hallmarks, warnings } = read([entry, [SEC, 'Other']])
  expect(hallmarks).toEqual([{ protocol: '7', onSec: SEC, event: 'Other' }])
  expect(warnings).toEqual([`hallmarks[0] was left out: ${reason}`])
})

test('error: what is no list is left out as a whole', () => {
  expect(read({ '2022-04-20': 'Event' })).toEqual({
    hallmarks: [],
    warnings: ['hallmarks is not a list of [date, text] and was left out'],
  })
})
