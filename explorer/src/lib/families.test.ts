import { expect, test } from 'vitest'
import { addUpTo, changeOfSum, foldFamilies, wholeSum } from './families.ts'

const row = (name: string, parentProtocol: string | null) => ({ name, parentProtocol })
const [a1, a2, b1, c1, c2, own] = [
  ...[row('a1', 'a'), row('a2', 'a'), row('b1', 'b')],
  ...[row('c1', 'c'), row('c2', 'c'), row('own', null)],
] as const
const all = [a1, a2, b1, c1, c2, own]
const folded = (fitting: typeof all, known = 'abc') =>
  foldFamilies(fitting, all, (parent, children) =>
    known.includes(parent) ? row(`${parent} of ${children.length}`, null) : null,
  ).map(({ name }) => name)

test('a family folds where all of its children fit, and is more than one', () => {
  expect(folded(all)).toEqual(['b1', 'own', 'a of 2', 'c of 2'])
  // One child of c is filtered away: the other stands on its own.
  expect(folded([a1, a2, c2])).toEqual(['c2', 'a of 2'])
  // A parent that nothing is known of does not hide its children.
  expect(folded(all, 'a')).toEqual(['b1', 'c1', 'c2', 'own', 'a of 2'])
})

test('a sum lacks nothing', () => {
  expect([wholeSum([1, 2]), wholeSum([1, null]), wholeSum([])]).toEqual([3, null, null])
})

test('the change of a sum is that of the sums, not the mean of changes', () => {
  // 110 after 100 and 30 after 40: 140 after 140.
  const parts = [
    { value: 110, percent: 10 },
    { value: 30, percent: -25 },
  ]
  expect(changeOfSum(parts)).toBeCloseTo(0, 9)
  // 300 after 200: half as much again.
  expect(changeOfSum([{ value: 300, percent: 50 }])).toBeCloseTo(50, 9)
  expect(changeOfSum([...parts, { value: 1, percent: null }])).toBeNull()
  // What lost everything says nothing of what it was.
  expect(changeOfSum([{ value: 0, percent: -100 }])).toBeNull()
})

test('parts add up but for rounding', () => {
  expect(addUpTo([0.1, 0.2], 0.3)).toBe(true)
  expect(addUpTo([1, 2], 2)).toBe(false)
  expect(addUpTo([1, null], 1)).toBe(false)
})
