import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNearestRecord, listNearestRecords, type TimedRecord } from './nearest-record.ts'

const at = (...times: number[]): TimedRecord[] => times.map((atSec) => ({ atSec }))

describe('findNearestRecord', () => {
  test.each([
    { name: 'the nearer one before', times: [100, 200], timestamp: 140, width: 60, found: 100 },
    { name: 'the nearer one after', times: [100, 200], timestamp: 160, width: 60, found: 200 },
    {
      name: 'of two equally near ones the earlier',
      times: [100, 200],
      timestamp: 150,
      width: 50,
      found: 100,
    },
    {
      name: 'one at the timestamp itself',
      times: [100, 150, 200],
      timestamp: 150,
      width: 0,
      found: 150,
    },
    {
      name: 'one exactly as far before as allowed',
      times: [100],
      timestamp: 160,
      width: 60,
      found: 100,
    },
    {
      name: 'one exactly as far after as allowed',
      times: [100],
      timestamp: 40,
      width: 60,
      found: 100,
    },
    {
      name: 'nothing a second too far before',
      times: [100],
      timestamp: 161,
      width: 60,
      found: undefined,
    },
    {
      name: 'nothing a second too far after',
      times: [100],
      timestamp: 39,
      width: 60,
      found: undefined,
    },
    { name: 'nothing of no records', times: [], timestamp: 100, width: 1_000, found: undefined },
    { name: 'the first of many', times: [10, 20, 30, 40, 50], timestamp: 0, width: 10, found: 10 },
    { name: 'the last of many', times: [10, 20, 30, 40, 50], timestamp: 60, width: 10, found: 50 },
  ])('behavior: finds $name', ({ times, timestamp, width, found }) => {
    expect(findNearestRecord(at(...times), timestamp, width)?.atSec).toBe(found)
  })

  test('behavior: always what a look at every record finds', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 30 })
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: -20, max: 220 }),
        fc.nat(60),
        (unordered, timestamp, width) => {
          const records = at(...unordered.sort((a, b) => a - b))
          const near = records.filter(({ atSec }) => Math.abs(atSec - timestamp) <= width)
          // Sorting by distance keeps the earlier of two equally near ones in front.
          const expected = near.sort(
            (a, b) => Math.abs(a.atSec - timestamp) - Math.abs(b.atSec - timestamp),
          )[0]
          expect(findNearestRecord(records, timestamp, width)).toBe(expected)
        },
      ),
    )
  })
})

describe('listNearestRecords', () => {
  test('default: one for each timestamp that has one, in order of time', () => {
    expect(listNearestRecords(at(100, 200, 300), [290, 110, 250, 1_000], 20)).toEqual(at(100, 300))
  })

  test('behavior: a record that is nearest to two timestamps is there once', () => {
    expect(listNearestRecords(at(100), [95, 105], 10)).toEqual(at(100))
  })
})
