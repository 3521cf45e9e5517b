import { expect, test } from 'vitest'
import { annotationsOf, largestHacks } from './annotations.ts'

const none = { hallmarks: [], hacks: [], raises: [], unlocks: [] }

test('hallmarks, hacks and raises stand on their days', () => {
  const found = annotationsOf({
    ...none,
    hallmarks: [[86_400 + 5, 'Opens']],
    hacks: [{ date: 2 * 86_400 + 7, technique: null }],
    raises: [
      { date: 3 * 86_400, round: 'Seed', amount: 5 },
      { date: null, round: null, amount: null },
    ],
  })
  expect(found.map(({ sec, text }) => [sec / 86_400, text.replaceAll(/\s/g, ' ')])).toEqual([
    [1, 'Opens'],
    [2, 'Hack: unknown'],
    [3, 'Seed, $5.00 M'],
  ])
})

test('unlocks at once add up on a day; linear ones are no events', () => {
  const cliff = { timestamp: 86_400, noOfTokens: [7, 100], unlockType: 'cliff' }
  const unlocks = [
    cliff,
    { ...cliff, timestamp: 86_401, noOfTokens: [200] },
    { ...cliff, unlockType: 'linear' },
    { ...cliff, noOfTokens: [] },
  ]
  expect(annotationsOf({ ...none, unlocks })).toEqual([{ sec: 86_400, text: 'Unlock of 300' }])
})

test('of many unlocks the twelve largest', () => {
  const unlocks = Array.from({ length: 14 }, (_, index) => ({
    timestamp: index * 86_400,
    noOfTokens: [index],
    unlockType: 'cliff',
  }))
  const days = annotationsOf({ ...none, unlocks }).map(({ sec }) => sec / 86_400)
  expect(days).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
})

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
