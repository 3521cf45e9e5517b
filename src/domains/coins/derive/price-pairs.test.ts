import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pricePairs } from './price-pairs.ts'

const END = 4_294_967_295

describe('pricePairs', () => {
  test('default: each moment with its coin, and the buckets within its reach', () => {
    // Eleven seconds each: 95–105 lies in the buckets 88–98 and 99–109, 195–205 in 187–197 and
    // 198–208.
    const moments = new Map([
      ['a:1', [100]],
      ['b:2', [200, 100]],
    ])
    expect(pricePairs(moments, 5)).toEqual({
      coins: ['a:1', 'b:2'],
      pairCoins: [1, 1, 2, 2, 2],
      pairsSec: [100, END, 200, 100, END],
      bucketSec: 11,
      bucketCoins: [1, 1, 2, 2, 2, 2],
      buckets: [8, 9, 17, 18, 8, 9],
    })
  })

  test('behavior: a moment twice is one pair', () => {
    expect(pricePairs(new Map([['a:1', [7, 7]]]), 1)).toMatchObject({ pairsSec: [7, END] })
  })

  test.each([
    { name: 'before 1970', momentSec: -3, expected: { pairsSec: [0, END], buckets: [0] } },
    { name: 'after the last possible time', momentSec: END + 3, expected: { pairsSec: [END] } },
  ])('behavior: a moment $name reaches what lies within its width', ({ momentSec, expected }) => {
    expect(pricePairs(new Map([['a:1', [momentSec]]]), 5)).toMatchObject(expected)
  })

  test.each([
    ['there are no coins', new Map()],
    ['there are no moments', new Map([['a:1', []]])],
    ['all moments end before 1970', new Map([['a:1', [-9]]])],
    ['all moments begin after the last possible time', new Map([['a:1', [END + 9]]])],
  ])('behavior: none when %s', (_, moments) => {
    expect(pricePairs(moments, 5)).toBeUndefined()
  })

  test('behavior: every second within reach is in a bucket, and none farther than three widths', () => {
    const moments = fc.array(fc.nat(300), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(moments, fc.nat(12), (momentsSec, widthSec) => {
        const pairs = pricePairs(new Map([['a:1', momentsSec]]), widthSec)
        const wrong = Array.from({ length: 320 }, (_, atSec) => atSec).filter((atSec) => {
          const distance = Math.min(...momentsSec.map((momentSec) => Math.abs(momentSec - atSec)))
          const covered = pairs?.buckets.includes(Math.floor(atSec / pairs.bucketSec)) ?? false
          return (distance <= widthSec && !covered) || (distance > 3 * widthSec && covered)
        })
        expect(wrong).toEqual([])
      }),
    )
  })
})
