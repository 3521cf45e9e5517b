import { describe, expect, test } from 'vitest'
import { listPeriods, periodAround, withWholePeriods } from './periods.ts'

const at = (iso: string) => Date.parse(iso) / 1000

describe('periodAround', () => {
  test('default: the full hour that holds a timestamp; a full hour belongs to the period it opens', () => {
    expect(periodAround('hour', at('2026-01-14T12:34:56Z'))).toEqual({
      fromSec: at('2026-01-14T12:00:00Z'),
      atSec: at('2026-01-14T13:00:00Z'),
    })
    expect(periodAround('hour', at('2026-01-14T13:00:00Z')).fromSec).toBe(
      at('2026-01-14T13:00:00Z'),
    )
  })

  test('behavior: days are UTC days', () => {
    expect(periodAround('day', at('2026-01-14T23:59:59Z'))).toEqual({
      fromSec: at('2026-01-14T00:00:00Z'),
      atSec: at('2026-01-15T00:00:00Z'),
    })
  })
})

describe('listPeriods', () => {
  test('default: only those that are whole within the range, oldest first', () => {
    const found = listPeriods('hour', at('2026-01-14T10:30:00Z'), at('2026-01-14T13:10:00Z'))
    expect(found).toEqual([
      { fromSec: at('2026-01-14T11:00:00Z'), atSec: at('2026-01-14T12:00:00Z') },
      { fromSec: at('2026-01-14T12:00:00Z'), atSec: at('2026-01-14T13:00:00Z') },
    ])
  })

  test('behavior: a range that starts and ends on the hour has all of them, an empty one none', () => {
    expect(
      listPeriods('hour', at('2026-01-14T00:00:00Z'), at('2026-01-15T00:00:00Z')),
    ).toHaveLength(24)
    expect(listPeriods('day', at('2026-01-14T00:00:00Z'), at('2026-01-14T23:00:00Z'))).toEqual([])
    expect(listPeriods('day', at('2026-01-15T00:00:00Z'), at('2026-01-14T00:00:00Z'))).toEqual([])
  })
})

// Hours of 3,600 s, named by their numbers: hour 1 is from 3,600 to 7,200.
const hour = (number: number) => ({ fromSec: number * 3_600, atSec: (number + 1) * 3_600 })
const cut = (number: number, seconds: number) => ({
  fromSec: number * 3_600,
  atSec: number * 3_600 + seconds,
})

test('default: whole periods in order, each once', () => {
  expect(
    withWholePeriods('hour', [hour(3), hour(1), hour(3)], [hour(1), hour(2), hour(3)]),
  ).toEqual([hour(1), hour(3)])
})

test('behavior: a reading of a running hour is followed by its whole hour, if that was read since', () => {
  expect(withWholePeriods('hour', [cut(1, 1_200)], [cut(1, 1_200), hour(1)])).toEqual([
    cut(1, 1_200),
    hour(1),
  ])
  expect(withWholePeriods('hour', [cut(1, 1_200)], [cut(1, 1_200)])).toEqual([cut(1, 1_200)])
})

test('behavior: a reading of the very beginning of an hour has no flows, so nothing follows it', () => {
  expect(withWholePeriods('hour', [cut(1, 0)], [cut(1, 0), hour(1)])).toEqual([cut(1, 0)])
})
