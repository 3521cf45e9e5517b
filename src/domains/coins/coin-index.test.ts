import { expect, test } from 'vitest'
import { CoinIndex } from './coin-index.ts'

test('default: slots count up in the order of arrival and are found again', () => {
  const index = new CoinIndex(7)
  expect(index.findOrAdd('base:0x1')).toBe(0)
  expect(index.findOrAdd('base:0x2')).toBe(1)
  expect(index.findOrAdd('base:0x1')).toBe(0)
  expect([index.find('base:0x2'), index.find('base:0x3'), index.size]).toEqual([1, -1, 2])
})

test('behavior: ids that differ in case, order or length are different', () => {
  const index = new CoinIndex(7)
  const ids = [
    '',
    'a',
    'A',
    'ab',
    'ba',
    'aa',
    'aab',
    'aba',
    'solana:Abc',
    'solana:aBc',
    'é',
    'e\u0301',
  ]
  expect(ids.map((id) => index.findOrAdd(id))).toEqual(ids.map((_, slot) => slot))
})

test.each([0, 1, -1, 123_456_789])(
  'behavior: 200,000 addresses keep their slots while it grows, with the seed %s',
  (seed) => {
    const index = new CoinIndex(seed)
    const coin = (n: number) => `ethereum:0x${n.toString(16).padStart(40, '0')}`
    for (let n = 0; n < 200_000; n++) index.findOrAdd(coin(n))
    expect(index.size).toBe(200_000)
    for (let n = 0; n < 200_000; n += 997) expect(index.find(coin(n))).toBe(n)
    for (let n = 200_000; n < 400_000; n += 997) expect(index.find(coin(n))).toBe(-1)
  },
)
