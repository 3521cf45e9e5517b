import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SharedMap } from './shared-map.ts'

describe('reading', () => {
  test('default: a map of its entries', async () => {
    const map = await SharedMap.of<string, number>([
      ['b', 2],
      ['a', 1],
    ])
    expect([map.size, map.get('a'), map.get('c'), map.has('b'), map.has('c')]).toEqual([
      2,
      1,
      undefined,
      true,
      false,
    ])
  })

  test('behavior: iterates in the order of keys, numbers by size', async () => {
    expect([...(await SharedMap.of([['b', 2] as const, ['a', 1] as const]))]).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    const numbers = await SharedMap.of(
      Array.from({ length: 300 }, (_, index) => [300 - index, ''] as const),
    )
    expect([...numbers.keys()].slice(0, 3)).toEqual([1, 2, 3])
    expect([...numbers.keys()].at(-1)).toBe(300)
  })
})

describe('changing', () => {
  test('behavior: keys without an entry are gone, others stay, the old version does not change', async () => {
    const before = await SharedMap.of<string, number>([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    const after = await before.with(
      ['a', 'b', 'd'],
      [
        ['b', 20],
        ['d', 40],
      ],
    )
    expect([...after]).toEqual([
      ['b', 20],
      ['c', 3],
      ['d', 40],
    ])
    expect([...before]).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    expect([before.size, after.size]).toEqual([3, 3])
  })

  test('behavior: one change among 100,000 copies a thousandth', async () => {
    const before = await SharedMap.of(
      Array.from(
        { length: 100_000 },
        (_, index) => [`chain:0x${index.toString(16)}`, index] as const,
      ),
    )
    let visited = 0
    const count = (value: number) => {
      visited++
      return value
    }
    const mapped = await before.mapValues(count)
    expect(visited).toBe(100_000)
    visited = 0
    const after = await before.with(['chain:0xff'], [['chain:0xff', -1]])
    const again = await after.mapValues(count, { from: before, to: mapped })
    expect(again.get('chain:0xff')).toBe(-1)
    expect(visited).toBeGreaterThan(20)
    expect(visited).toBeLessThan(200)
  })

  test('property: any sequence of changes equals a plain map', async () => {
    const change = fc.record({
      gone: fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 20 }),
      set: fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer()), { maxLength: 100 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        let map = await SharedMap.of<number, number>([])
        let plain = new Map<number, number>()
        for (const { gone, set } of changes) {
          const before = [...map]
          const next = await map.with(gone, set)
          expect([...map]).toEqual(before)
          const rest = [...plain].filter(([key]) => !gone.includes(key))
          plain = new Map([...rest, ...set])
          map = next
          expect(map.size).toBe(plain.size)
          expect([...map]).toEqual([...plain].sort(([a], [b]) => a - b))
        }
      }),
    )
  })
})
