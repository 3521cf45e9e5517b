import { expect, test } from 'vitest'
import { chosen, switched } from './series-choice.ts'

const series = [
  { name: 'small', values: [1, 1] },
  { name: 'large', values: [1, 9] },
  { name: 'middle', values: [5, null] },
  { name: 'tiny', values: [0.5, 0.5] },
]
const namesOf = (only: readonly string[], restName: string | null = 'Others') =>
  chosen(series, { count: 3, only, restName }).shown.map(({ name }) => name)

test('by itself: the largest by last known value, the others in one', () => {
  const { names, shown } = chosen(series, { count: 3, only: [], restName: 'Others' })
  expect(names).toEqual(['large', 'middle', 'small', 'tiny', 'Others'])
  expect(shown.map(({ name }) => name)).toEqual(['large', 'middle', 'Others'])
  expect(shown[2]?.values).toEqual([1.5, 1.5])
})

test('picked: by name, and the rest without them', () => {
  expect(namesOf(['tiny', 'large'])).toEqual(['large', 'tiny'])
  const { shown } = chosen(series, { count: 3, only: ['tiny', 'Others'], restName: 'Others' })
  expect(shown).toEqual([
    { name: 'tiny', values: [0.5, 0.5] },
    { name: 'Others', values: [1, 1] },
  ])
  // Names of another chart of the page.
  expect(namesOf(['elsewhere'])).toEqual(['large', 'middle', 'Others'])
})

test('what does not add up has no rest', () => {
  expect(namesOf([], null)).toEqual(['large', 'middle', 'small'])
  expect(chosen(series, { count: 3, only: [], restName: null }).names).not.toContain('Others')
})

test('switching: on, off, back to the choice by itself; the last one stays', () => {
  expect(switched('a', ['a', 'b'], ['a', 'b'])).toEqual(['b'])
  expect(switched('c', ['a', 'b'], ['a', 'b'])).toEqual(['a', 'b', 'c'])
  expect(switched('a', ['b'], ['a', 'b'])).toEqual([])
  expect(switched('b', ['b'], ['a', 'b'])).toEqual(['b'])
})
