import { expect, test } from 'vitest'
import { linesOf, type Statement, unitSizeOf } from './statement-lines.ts'

const statement: Statement = {
  labels: ['Revenue', 'Operating Expenses', 'EPS Basic'],
  children: {
    quarterly: { 'Operating Expenses': { labels: ['Research', 'Selling'] } },
    annual: {},
  },
  quarterly: {
    periodEnding: ['2026-03-31', '2026-06-30'],
    values: [
      [10, 20],
      [3, null],
      [0.5, 0.6],
    ],
    children: {
      'Operating Expenses': {
        values: [
          [1, 2],
          [2, null],
        ],
      },
    },
  },
  annual: { periodEnding: ['2025-12-31'], values: [[70], [9], [2]] },
}

test('parts of a line follow it once it is opened', () => {
  expect(linesOf(statement, 'quarterly', []).map(({ label }) => label)).toEqual(statement.labels)
  const opened = linesOf(statement, 'quarterly', ['Operating Expenses'])
  expect(opened.map(({ label, parent }) => [label, parent])).toEqual([
    ['Revenue', null],
    ['Operating Expenses', null],
    ['Research', 'Operating Expenses'],
    ['Selling', 'Operating Expenses'],
    ['EPS Basic', null],
  ])
  expect(opened[3]?.values).toEqual([2, null])
})

test('a line without parts in these periods does not open', () => {
  const lines = linesOf(statement, 'annual', ['Operating Expenses'])
  expect(lines).toHaveLength(3)
  expect(lines.map(({ hasChildren }) => hasChildren)).toEqual([false, false, false])
})

test('figures per share are dollars', () => {
  expect(unitSizeOf('EPS Basic')).toBe(1)
  expect(unitSizeOf('Revenue')).toBe(1e6)
})
