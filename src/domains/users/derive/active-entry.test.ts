import { describe, expect, test } from 'vitest'
import { activeEntry, type WindowRow } from './active-entry.ts'

const NOW = 1_000_000
const HOUR = 3_600
const row = (chain: string, values: Partial<WindowRow> = {}): WindowRow => ({
  chain,
  endSec: NOW - HOUR,
  users: null,
  newUsers: null,
  txs: null,
  gasUsd: null,
  ...values,
})

test('default: what was counted over all chains stands; chains are told beside it', () => {
  const rows = [
    row('all', { users: 13, newUsers: 2, txs: 40, gasUsd: 5.5 }),
    row('ethereum', { users: 10, txs: 30, gasUsd: 5 }),
    row('base', { users: 8, txs: 12, gasUsd: 0.6 }),
  ]
  expect(activeEntry(rows, NOW, 'all')).toEqual({
    users: { value: 13, end: NOW - HOUR },
    newUsers: { value: 2, end: NOW - HOUR },
    txs: { value: 40, end: NOW - HOUR },
    gasUsd: { value: 5.5, end: NOW - HOUR },
    chainBreakdown: new Map([
      ['ethereum', { users: 10, txs: 30 }],
      ['base', { users: 8, txs: 12 }],
    ]),
  })
})

describe('without a figure over all chains', () => {
  test('behavior: transactions and gas add up, people do not', () => {
    const entry = activeEntry(
      [row('ethereum', { users: 10, txs: 30, gasUsd: 5 }), row('base', { users: 8, txs: 12 })],
      NOW,
      'all',
    )
    expect(entry).toMatchObject({
      users: { value: null },
      newUsers: { value: null },
      txs: { value: 42 },
      gasUsd: { value: 5 },
    })
  })

  test('behavior: a single chain is the whole', () => {
    expect(activeEntry([row('base', { users: 8, newUsers: 1 })], NOW, 'all')).toMatchObject({
      users: { value: 8 },
      newUsers: { value: 1 },
      txs: { value: null },
    })
  })

  test('behavior: the end is the newest of the chains', () => {
    const entry = activeEntry(
      [row('base', { endSec: NOW - 5 * HOUR }), row('ethereum', { endSec: NOW - 2 * HOUR })],
      NOW,
      'all',
    )
    expect(entry?.users.end).toBe(NOW - 2 * HOUR)
  })
})

test.each([
  ['eight hours old', NOW - 8 * HOUR, true],
  ['a second older', NOW - 8 * HOUR - 1, false],
  ['of now', NOW, true],
  ['of later', NOW + 1, false],
])('behavior: a window %s counts: %s', (_, endSec, counts) => {
  expect(activeEntry([row('all', { endSec, users: 1 })], NOW, 'all') !== undefined).toBe(counts)
})

test('behavior: an old chain is left out, a fresh one stays', () => {
  const entry = activeEntry(
    [row('all', { endSec: NOW - 9 * HOUR, users: 50 }), row('base', { users: 8, txs: 3 })],
    NOW,
    'all',
  )
  expect(entry).toMatchObject({ users: { value: 8 }, txs: { value: 3 } })
})

test('behavior: no rows, no entry', () => {
  expect(activeEntry([], NOW, 'all')).toBeUndefined()
})
