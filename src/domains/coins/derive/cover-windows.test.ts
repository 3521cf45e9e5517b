import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cover, coverWindows, type Window, windowAround } from './cover-windows.ts'

const windows = (...pairs: [number, number][]): Window[] =>
  pairs.map(([fromSec, toSec]) => ({ fromSec, toSec }))
const isCovered = ({ fromSec, toSec, bucketSec, buckets }: Cover, atSec: number) =>
  fromSec <= atSec && atSec <= toSec && buckets.includes(Math.floor(atSec / bucketSec))

describe('coverWindows', () => {
  test('default: buckets as long as the longest window, from the first moment to the last', () => {
    // Eleven seconds each: 95–105 lies in the buckets 88–98 and 99–109, 995–1005 in 990–1000 and
    // 1001–1011.
    expect(coverWindows(windows([995, 1_005], [95, 105]))).toEqual({
      fromSec: 95,
      toSec: 1_005,
      bucketSec: 11,
      buckets: [90, 91, 8, 9],
    })
  })

  test('behavior: one window is covered exactly', () => {
    expect(coverWindows(windows([40, 45]))).toMatchObject({ fromSec: 40, toSec: 45 })
  })

  test.each([
    { name: 'what lies before 1970', given: windows([-5, 10]), cover: { fromSec: 0, toSec: 10 } },
    {
      name: 'what no fact can have',
      given: windows([4_294_967_290, 4_294_967_300]),
      cover: { fromSec: 4_294_967_290, toSec: 4_294_967_295 },
    },
  ])('behavior: $name is cut off', ({ given, cover }) => {
    expect(coverWindows(given)).toMatchObject(cover)
  })

  test.each([
    ['there are no windows', []],
    ['all end before 1970', windows([-9, -5])],
    ['all begin after the last possible moment', windows([4_294_967_296, 4_294_967_300])],
  ])('behavior: none when %s', (_, given) => {
    expect(coverWindows(given)).toBeUndefined()
  })

  test('behavior: every moment of every window is covered, and nothing farther from one than it is long', () => {
    const width = fc.nat(12)
    const moments = fc.array(fc.nat(300), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(moments, width, (momentsSec, widthSec) => {
        const cover = coverWindows(momentsSec.map((momentSec) => windowAround(momentSec, widthSec)))
        const wrong = Array.from({ length: 320 }, (_, atSec) => atSec).filter((atSec) => {
          const distance = Math.min(...momentsSec.map((momentSec) => Math.abs(momentSec - atSec)))
          const covered = cover !== undefined && isCovered(cover, atSec)
          return (distance <= widthSec && !covered) || (distance > 3 * widthSec && covered)
        })
        expect(wrong).toEqual([])
      }),
    )
  })
})

test('windowAround: as far on either side', () => {
  expect(windowAround(1_000, 60)).toEqual({ fromSec: 940, toSec: 1_060 })
})
