import { expect, test } from 'vitest'
import { rowStates, strongest } from './row-states.ts'

const NONE = { stale: [], marked: [], held: [] }
const member = (protocol: string, chain: string, atSec: number) => ({
  key: { protocol, chain },
  atSec,
})

test('late, carried and held, by the column that names the row', () => {
  const states = rowStates(
    {
      stale: [member('1', 'base', 50), member('2', 'base', 90), member('3', 'base', 40)],
      marked: [
        { ...member('2', 'base', 90), marks: ['carried'] },
        // An earlier point that was carried says nothing of the newest.
        { ...member('1', 'base', 20), marks: ['carried'] },
        { ...member('4', 'base', 90), marks: ['revised'] },
      ],
      held: [{ id: 'h', reason: '×3', atSec: 80, series: { protocol: '3' } }],
    },
    'protocol',
  )
  expect([...states].map(([id, { state, atSec, hold }]) => [id, state, atSec, hold])).toEqual([
    ['1', 'late', 50, null],
    ['2', 'carried', 90, null],
    ['3', 'held', 80, 'h'],
  ])
})

test('of several chains the oldest reading; a hold says more than both', () => {
  const stale = [member('1', 'base', 50), member('1', 'sui', 30), member('1', 'tron', 70)]
  expect(rowStates({ ...NONE, stale }, 'protocol').get('1')?.atSec).toBe(30)
  const late = { state: 'late', atSec: 1, words: '', hold: null } as const
  const carried = { ...late, state: 'carried' } as const
  expect(strongest([carried, late])).toBe(late)
  expect(strongest([{ ...late, state: 'held' }, late]).state).toBe('held')
})
