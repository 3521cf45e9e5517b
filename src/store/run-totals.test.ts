import { expect, test } from 'vitest'
import type { Run } from './journal.ts'
import { RunTotals } from './run-totals.ts'

function run(id: number, rows: Run['rows'], newestSec: Run['newestSec']): Run {
  const facts = Object.keys(rows)
  const counts = {
    accepted: 0,
    rejected: 0,
    held: 0,
    revision: 0,
    undoes: [],
    dropped: {},
    droppedUpTo: {},
  }
  const times = { startedAtMs: 0, atMs: 0 }
  const texts = { source: 'test', contentHash: '', note: '' }
  return { id, state: 'committed', facts, rows, newestSec, ...counts, ...times, ...texts }
}

const totals = new RunTotals()
totals.add(run(2, { prices: 10, protocols: 3 }, { prices: 500 }))
totals.add(run(5, { prices: 4 }, { prices: 300 }))
totals.add(run(9, { prices: 1 }, { prices: null }))

test.each([
  ['prices', 1, { rows: 0, newestSec: null }],
  ['prices', 2, { rows: 10, newestSec: 500 }],
  ['prices', 4, { rows: 10, newestSec: 500 }],
  // The second run brought older days, the third held rows only.
  ['prices', 5, { rows: 14, newestSec: 500 }],
  ['prices', 9, { rows: 15, newestSec: 500 }],
  ['prices', 99, { rows: 15, newestSec: 500 }],
  ['protocols', 99, { rows: 3, newestSec: null }],
  ['blocks', 99, { rows: 0, newestSec: null }],
])('default: %s after run %i', (fact, after, expected) => {
  expect(totals.at(fact, after)).toEqual(expected)
})

test('behavior: the run that touched a fact last, and its newest moments', () => {
  expect([1, 4, 5, 99].map((after) => totals.runAt('prices', after))).toEqual([0, 2, 5, 9])
  const growing = new RunTotals()
  for (const [id, sec] of [
    [1, 100],
    [2, 200],
    [3, 150],
    [4, 400],
  ] as const)
    growing.add(run(id, { prices: 1 }, { prices: sec }))
  // The third run brought an older moment: the newest stayed 200.
  expect(growing.newestOf('prices', 99, 10)).toEqual([400, 200, 100])
  expect(growing.newestOf('prices', 3, 1)).toEqual([200])
})
