import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RegularSteps, regularSteps } from './regular-steps.ts'

const END = 4_294_967_295

describe('regularSteps', () => {
  test('default: the range around the moments, and how times are counted in steps', () => {
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

  test('behavior: one moment parts all time in two', () => {
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
    ['there are no moments', []],
    ['all end before 1970', [-40, -21]],
    ['all begin after the last possible time', [END + 21]],
  ])('behavior: none when %s', (_, moments) => {
    expect(regularSteps(moments, 20)).toBeUndefined()
  })

  const inputs = [
    fc.integer({ min: -200, max: 200 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 2, max: 8 }),
    fc.nat(30),
  ] as const
  const momentsOf = (firstSec: number, stepSec: number, count: number) =>
    Array.from({ length: count }, (_, index) => firstSec + index * stepSec)
  const secondsOf = ({ fromSec, toSec }: RegularSteps) =>
    Array.from({ length: toSec - fromSec + 1 }, (_, index) => fromSec + index)

  test('behavior: a moment, and nothing else, ends a step', () => {
    fc.assert(
      fc.property(...inputs, (firstSec, stepSec, count, widthSec) => {
        const steps = regularSteps(momentsOf(firstSec, stepSec, count), widthSec)
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
        const momentsSec = momentsOf(firstSec, stepSec, count)
        const steps = regularSteps(momentsSec, widthSec)
        if (steps === undefined) return
        const reached = secondsOf(steps).filter(
          (sec) => !steps.hasGaps || (sec + steps.reachShiftSec) % stepSec <= 2 * widthSec,
        )
        expect(reached).toEqual(
          secondsOf(steps).filter((sec) =>
            momentsSec.some((momentSec) => Math.abs(momentSec - sec) <= widthSec),
          ),
        )
      }),
    )
  })
})
