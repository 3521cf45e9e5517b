import { describe, expect, test } from 'vitest'
import { cliffs, day, line, recorded, section } from '../schedules-for-tests.ts'
import { type SectionCurve, sectionCurve } from './section-curve.ts'

const emitted = (curve: SectionCurve, ...timestamps: string[]) =>
  timestamps.map((iso) => curve.emittedAt(day(iso)))

describe('written', () => {
  test('behavior: a cliff is there at its timestamp, not before', () => {
    const curve = cliffs('A', { '2024-03-01T12:00': 5, '2024-03-02': 7 })
    expect(emitted(curve, '2024-03-01', '2024-03-01T12:00', '2024-03-02', '2030-01-01')).toEqual([
      0, 5, 12, 12,
    ])
    expect(curve.emittedAt(day('2024-03-01T12:00') - 1)).toBe(0)
    expect([curve.startSec, curve.endSec]).toEqual([day('2024-03-01T12:00'), day('2024-03-02')])
  })

  test('behavior: a line gives by the second and neither begins early nor ends late', () => {
    // Ten days, 1,000 tokens: 100 a day, 50 by the noon of the first.
    const curve = line('A', '2024-02-25', '2024-03-06', 1_000)
    expect(
      emitted(
        curve,
        '2024-02-24',
        '2024-02-25',
        '2024-02-25T12:00',
        '2024-03-01',
        '2024-03-06',
        '2024-03-07',
      ),
    ).toEqual([0, 0, 50, 500, 1_000, 1_000])
  })

  test('behavior: unlocks that overlap add up', () => {
    const curve = sectionCurve(
      section({
        unlocks: [
          { type: 'linear', fromSec: day('2024-01-01'), toSec: day('2024-01-11'), amount: 10 },
          { type: 'linear', fromSec: day('2024-01-06'), toSec: day('2024-01-08'), amount: 4 },
          { type: 'cliff', atSec: day('2024-01-07'), amount: 100 },
          { type: 'linear', fromSec: day('2024-01-20'), toSec: day('2024-01-21'), amount: 1 },
        ],
      }),
      undefined,
    )
    // 6 January: 5. 7 January: 6 + 2 + 100. 8 January: 7 + 4 + 100. 15 January: 10 + 4 + 100.
    expect(
      emitted(curve, '2024-01-06', '2024-01-07', '2024-01-08', '2024-01-15', '2024-01-21'),
    ).toEqual([5, 108, 111, 114, 115])
    expect(curve.emittedAt(Number.POSITIVE_INFINITY)).toBe(115)
  })

  test('behavior: a burning section emits nothing', () => {
    const curve = line('A', '2024-01-01', '2024-01-11', 10, { isBurn: true })
    expect([
      curve.emittedAt(day('2024-01-06')),
      curve.burnedAt(day('2024-01-06')),
      curve.emittedBefore(day('2024-01-06')),
    ]).toEqual([0, 5, 0])
  })

  test('behavior: the start of steps is when they begin to count, not when the first is there', () => {
    const unlocks = [
      {
        type: 'step' as const,
        fromSec: day('2024-01-31'),
        every: { months: 1 },
        steps: 2,
        amountPerStep: 3,
      },
    ]
    const curve = sectionCurve(section({ unlocks }), undefined)
    expect([curve.startSec, curve.endSec]).toEqual([day('2024-01-31'), day('2024-03-31')])
  })

  test('behavior: before a timestamp means without its cliff, but with all of a line that ends there', () => {
    expect([
      cliffs('A', { '2024-03-01': 5 }).emittedBefore(day('2024-03-01')),
      line('A', '2024-02-01', '2024-03-01', 5).emittedBefore(day('2024-03-01')),
    ]).toEqual([0, 5])
    expect(cliffs('A', { '2024-03-01': 5 }).emittedBefore(day('2024-03-02'))).toBe(5)
  })
})

describe('recorded', () => {
  test('behavior: exactly what was recorded, and a line between two records', () => {
    const curve = recorded('A', { '2024-01-01': 0.1, '2024-01-03': 0.3, '2024-01-07': 4.3 })
    expect(
      emitted(
        curve,
        '2023-12-31',
        '2024-01-01',
        '2024-01-03',
        '2024-01-05',
        '2024-01-07',
        '2030-01-01',
      ),
    ).toEqual([
      0,
      0.1,
      0.3,
      2.3, // half of the way from 0.3 to 4.3
      4.3,
      4.3,
    ])
    expect(curve.incomplete).toBeUndefined()
  })

  test('behavior: a record below the one before it is a burn, and what was emitted does not fall', () => {
    const curve = recorded('A', { '2024-01-01': 10, '2024-01-03': 6, '2024-01-05': 9 })
    expect(emitted(curve, '2024-01-01', '2024-01-02', '2024-01-03', '2024-01-05')).toEqual([
      10, 10, 10, 13,
    ])
    expect(
      ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-05'].map((iso) =>
        curve.burnedAt(day(iso)),
      ),
    ).toEqual([0, 2, 4, 4])
  })

  test('behavior: short of its allocation it goes on at its pace, marked from its last record on', () => {
    // Ten a day: the 30 that are missing take three days.
    const curve = recorded('A', { '2024-01-01': 0, '2024-01-11': 100 }, { allocation: 130 })
    expect(emitted(curve, '2024-01-11', '2024-01-12', '2024-01-14', '2024-02-01')).toEqual([
      100, 110, 130, 130,
    ])
    expect(curve.incomplete).toEqual({ allocation: 130, lastRecordSec: day('2024-01-11') })
    expect(curve.endSec).toBe(day('2024-01-14'))
  })

  test('behavior: with its allocation reached it is complete', () => {
    expect(
      recorded('A', { '2024-01-01': 0, '2024-01-11': 130 }, { allocation: 130 }).incomplete,
    ).toBeUndefined()
  })

  test('behavior: what was burned again counts towards the allocation', () => {
    // 100 emitted, 40 of them burned, and 30 more: 130 in all.
    const curve = recorded(
      'A',
      { '2024-01-01': 100, '2024-01-11': 60, '2024-01-21': 90 },
      { allocation: 130 },
    )
    expect(curve.incomplete).toBeUndefined()
  })

  test('behavior: without a record nothing is known', () => {
    const curve = sectionCurve(section({ isRecorded: true, allocation: 5 }), undefined)
    expect([
      curve.startSec,
      curve.incomplete,
      curve.emittedAt(day('2030-01-01')),
      curve.burnedAt(0),
      curve.emittedBefore(5),
    ]).toEqual([undefined, undefined, 0, 0, 0])
  })

  test('behavior: the first record tells of the time before, so no day brought it', () => {
    const curve = recorded('A', { '2024-01-01': 10, '2024-01-03': 30 })
    expect(
      ['2023-12-01', '2024-01-01', '2024-01-02', '2024-01-05'].map((iso) =>
        curve.emittedBefore(day(iso)),
      ),
    ).toEqual([10, 10, 20, 30])
  })
})
