import { expect, test } from 'vitest'
import { listDue } from './due-periods.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const now = at('2026-01-14T12:07:00Z')
const hours = (found: ReturnType<typeof listDue>) => found.due.map(({ atSec }) => new Date(atSec * 1000).toISOString().slice(5, 13))

test('default: the hour that has just ended', () => {
  expect(hours(listDue('hour', at('2026-01-14T11:00:00Z'), now))).toEqual(['01-14T12'])
})

test('behavior: a source that was never read begins with the last full hour, not with its past', () => {
  expect(hours(listDue('hour', null, now))).toEqual(['01-14T12'])
})

test('behavior: nothing is due twice', () => {
  expect(listDue('hour', at('2026-01-14T12:00:00Z'), now).due).toEqual([])
})

test('behavior: every hour missed while nothing ran is made up for, oldest first', () => {
  expect(hours(listDue('hour', at('2026-01-14T08:00:00Z'), now))).toEqual(['01-14T09', '01-14T10', '01-14T11', '01-14T12'])
})

test('behavior: a reading of 11:20 leaves the hour up to 12:00 to be read', () => {
  expect(hours(listDue('hour', at('2026-01-14T11:20:00Z'), now))).toEqual(['01-14T12'])
})

test('behavior: after a long pause the last seven days are made up for, and it is said from when on there is a gap', () => {
  const { due, skippedFromSec } = listDue('hour', at('2025-12-01T00:00:00Z'), now)
  expect(due).toHaveLength(7 * 24)
  expect(skippedFromSec).toBe(at('2025-12-01T00:00:00Z'))
})

test('behavior: days are due when they are over', () => {
  expect(listDue('day', at('2026-01-13T00:00:00Z'), now).due).toEqual([
    { fromSec: at('2026-01-13T00:00:00Z'), atSec: at('2026-01-14T00:00:00Z') },
  ])
})
