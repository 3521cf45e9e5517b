import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pricePairs, type RegularSteps, regularSteps } from './price-pairs.ts'

describe('price pairs', () => {
  const END = 4_294_967_295

  describe('pricePairs', () => {
    test('default: each timestamp with its coin, and the buckets within its reach', () => {
      // Eleven seconds each: 95–105 is in the buckets 88–98 and 99–109, 195–205 in 187–197 and
      // 198–208.
      const timestamps = new Map([
        ['a:1', [100]],
        ['b:2', [200, 100]],
      ])
      expect(pricePairs(timestamps, 5)).toEqual({
        coins: ['a:1', 'b:2'],
        pairCoins: [1, 1, 2, 2, 2],
        pairsSec: [100, END, 200, 100, END],
        bucketSec: 11,
        bucketCoins: [1, 1, 2, 2, 2, 2],
        buckets: [8, 9, 17, 18, 8, 9],
      })
    })

    test('behavior: a timestamp twice is one pair', () => {
      expect(pricePairs(new Map([['a:1', [7, 7]]]), 1)).toMatchObject({ pairsSec: [7, END] })
    })

    test.each([
      { name: 'before 1970', timeSec: -3, expected: { pairsSec: [0, END], buckets: [0] } },
      { name: 'after the last possible time', timeSec: END + 3, expected: { pairsSec: [END] } },
    ])(
      'behavior: a timestamp $name reaches what lies within its width',
      ({ timeSec, expected }) => {
        expect(pricePairs(new Map([['a:1', [timeSec]]]), 5)).toMatchObject(expected)
      },
    )

    test.each([
      ['there are no coins', new Map()],
      ['there are no timestamps', new Map([['a:1', []]])],
      ['all timestamps end before 1970', new Map([['a:1', [-9]]])],
      ['all timestamps begin after the last possible time', new Map([['a:1', [END + 9]]])],
    ])('behavior: none when %s', (_, timestamps) => {
      expect(pricePairs(timestamps, 5)).toBeUndefined()
    })

    test('behavior: every second within reach is in a bucket, and none farther than three widths', () => {
      const timestamps = fc.array(fc.nat(300), { minLength: 1, maxLength: 10 })
      fc.assert(
        fc.property(timestamps, fc.nat(12), (timesSec, widthSec) => {
          const pairs = pricePairs(new Map([['a:1', timesSec]]), widthSec)
          const wrong = Array.from({ length: 320 }, (_, atSec) => atSec).filter((atSec) => {
            const distance = Math.min(...timesSec.map((timeSec) => Math.abs(timeSec - atSec)))
            const covered = pairs?.buckets.includes(Math.floor(atSec / pairs.bucketSec)) ?? false
            return (distance <= widthSec && !covered) || (distance > 3 * widthSec && covered)
          })
          expect(wrong).toEqual([])
        }),
      )
    })
  })
})

describe('regular steps', () => {
  const END = 4_294_967_295

  describe('regularSteps', () => {
    test('default: the range around the timestamps, and how times are counted in steps', () => {
      // (100 + 9) / 10 is the tenth step, as are 91 to 100; (97 + 3) % 10 is 0 at the reach's start.
      expect(regularSteps([100, 110, 120], 3)).toEqual({
        fromSec: 97,
        toSec: 123,
        stepSec: 10,
        stepShiftSec: 9,
        reachShiftSec: 3,
        hasGaps: true,
      })
    })

    test('behavior: one timestamp parts all time in two', () => {
      const steps = regularSteps([500], 60)
      expect(steps).toMatchObject({ fromSec: 440, toSec: 560, stepSec: END, hasGaps: false })
      const stepOf = (sec: number) => Math.floor((sec + (steps?.stepShiftSec ?? 0)) / END)
      expect([stepOf(440), stepOf(500), stepOf(501), stepOf(560)]).toEqual([0, 0, 1, 1])
    })

    test('behavior: the range ends where no fact can be', () => {
      expect(regularSteps([-5, 10], 20)).toMatchObject({ fromSec: 0, toSec: 30 })
      expect(regularSteps([END], 20)).toMatchObject({ fromSec: END - 20, toSec: END })
    })

    test.each([
      ['there are no timestamps', []],
      ['all end before 1970', [-40, -21]],
      ['all begin after the last possible time', [END + 21]],
    ])('behavior: none when %s', (_, timestamps) => {
      expect(regularSteps(timestamps, 20)).toBeUndefined()
    })

    const inputs = [
      fc.integer({ min: -200, max: 200 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 2, max: 8 }),
      fc.nat(30),
    ] as const
    const timestampsOf = (firstSec: number, stepSec: number, count: number) =>
      Array.from({ length: count }, (_, index) => firstSec + index * stepSec)
    const secondsOf = ({ fromSec, toSec }: RegularSteps) =>
      Array.from({ length: toSec - fromSec + 1 }, (_, index) => fromSec + index)

    test('behavior: a timestamp, and nothing else, ends a step', () => {
      fc.assert(
        fc.property(...inputs, (firstSec, stepSec, count, widthSec) => {
          const steps = regularSteps(timestampsOf(firstSec, stepSec, count), widthSec)
          if (steps === undefined) return
          const stepOf = (sec: number) => Math.floor((sec + steps.stepShiftSec) / stepSec)
          const ends = secondsOf(steps).filter((sec) => stepOf(sec + 1) > stepOf(sec))
          expect(ends).toEqual(secondsOf(steps).filter((sec) => (sec - firstSec) % stepSec === 0))
        }),
      )
    })

    test('behavior: the remainder tells what is within reach', () => {
      fc.assert(
        fc.property(...inputs, (firstSec, stepSec, count, widthSec) => {
          const timesSec = timestampsOf(firstSec, stepSec, count)
          const steps = regularSteps(timesSec, widthSec)
          if (steps === undefined) return
          const reached = secondsOf(steps).filter(
            (sec) => !steps.hasGaps || (sec + steps.reachShiftSec) % stepSec <= 2 * widthSec,
          )
          expect(reached).toEqual(
            secondsOf(steps).filter((sec) =>
              timesSec.some((timeSec) => Math.abs(timeSec - sec) <= widthSec),
            ),
          )
        }),
      )
    })
  })
})
