import { expect, test } from 'vitest'
import { groupMembers } from './group-members.ts'
import type { Member } from './members.ts'

function member(id: string, category: string, originals: string[] = []): Member {
  return {
    id,
    isDead: false,
    category,
    parts: [],
    originals,
    originalFamilies: [],
    oracleLinks: [],
  }
}

const SIZES: Record<string, number> = { a: 1, b: 5, c: 5, d: -1 }
const sizeOf = (id: string) => SIZES[id] ?? 0

test('default: the members of each group, largest first, then by id; groups by name', () => {
  const members = [
    member('d', 'Dexs'),
    member('c', 'Dexs'),
    member('a', 'Dexs'),
    member('b', 'Dexs'),
    member('e', 'CDP'),
  ]
  const groups = groupMembers(members, ({ category }) => [category], sizeOf)
  expect([...groups].map(([name, list]) => [name, list.map(({ id }) => id)])).toEqual([
    ['CDP', ['e']],
    ['Dexs', ['b', 'c', 'a', 'd']],
  ])
})

test('behavior: a member of several groups is in each, of one named twice once', () => {
  const groups = groupMembers(
    [member('a', '', ['x', 'y', 'x'])],
    ({ originals }) => originals,
    sizeOf,
  )
  expect([...groups].map(([name, list]) => [name, list.length])).toEqual([
    ['x', 1],
    ['y', 1],
  ])
})

test('behavior: nobody, no group', () => {
  expect(groupMembers([], ({ category }) => [category], sizeOf).size).toBe(0)
})
