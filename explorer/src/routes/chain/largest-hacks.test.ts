import { expect, test } from 'vitest'
import { largestHacks } from './largest-hacks.ts'

test('the eight largest hacks of a chain, on their days', () => {
  const hacks = Array.from({ length: 10 }, (_, index) => ({
    date: index * 86_400 + 3,
    name: String(index),
    amount: index === 9 ? null : index,
    chain: index === 8 ? ['Base'] : ['Base', 'Blast'],
  }))
  expect(largestHacks(hacks, 'Base').map(({ text }) => text)).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((name) => `Hack: ${name}`),
  )
  expect(largestHacks(hacks, 'Blast')[0]).toEqual({ sec: 7 * 86_400, text: 'Hack: 7' })
  expect(largestHacks([{ date: 1, name: 'x', amount: 1, chain: null }], 'Base')).toEqual([])
})
