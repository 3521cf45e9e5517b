import { expect, test } from 'vitest'
import type { KnownPeriods } from '../receipts/receipt.ts'
import { sightSource } from '../run/live-world-for-tests.ts'
import { listDue } from './due-periods.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const now = at('2026-01-14T12:07:00Z')

/** What is known of a source that has these hours, given by their ends. */
function known(...ends: string[]): KnownPeriods {
  const recentSec = ends.map(at)
  return { oldestSec: Math.min(...recentSec), newestSec: Math.max(...recentSec), recentSec }
}

function due(step: 'hour' | 'day', ...sources: (KnownPeriods | undefined)[]) {
  const job = {
    step,
    sources: sources.map((_, index) => sightSource('1', {}, { id: `s${index}`, step })),
  }
  return listDue(
    job,
    new Map(
      sources.flatMap((one, index) => (one === undefined ? [] : [[`s${index}`, one] as const])),
    ),
    now,
  )
}

const hours = ({ periods }: ReturnType<typeof listDue>) =>
  periods.map(({ atSec }) => new Date(atSec * 1000).toISOString().slice(5, 13))

test('default: the hour that has just ended', () => {
  expect(hours(due('hour', known('2026-01-14T11:00:00Z')))).toEqual(['01-14T12'])
})

test('behavior: a source that was never read begins with the last full hour, not with its past', () => {
  expect(hours(due('hour', undefined))).toEqual(['01-14T12'])
})

test('behavior: nothing is due twice, and a clock that went back makes nothing due', () => {
  expect(due('hour', known('2026-01-14T12:00:00Z')).periods).toEqual([])
  expect(due('hour', known('2026-01-14T15:00:00Z')).periods).toEqual([])
})

test('behavior: every hour missed while nothing ran is made up for, oldest first', () => {
  expect(hours(due('hour', known('2026-01-14T08:00:00Z')))).toEqual([
    '01-14T09',
    '01-14T10',
    '01-14T11',
    '01-14T12',
  ])
})

test('behavior: an hour in between that is there already leaves the missing ones due', () => {
  expect(hours(due('hour', known('2026-01-14T08:00:00Z', '2026-01-14T11:00:00Z')))).toEqual([
    '01-14T09',
    '01-14T10',
    '01-14T12',
  ])
})

test('behavior: a source that joined a job does not hide what the others have missed', () => {
  expect(hours(due('hour', known('2026-01-14T10:00:00Z'), undefined))).toEqual([
    '01-14T11',
    '01-14T12',
  ])
  expect(hours(due('hour', known('2026-01-14T12:00:00Z'), undefined))).toEqual(['01-14T12'])
})

test('behavior: after a long pause the last seven days are made up for, and it is said from when on there is a gap', () => {
  const { periods, skippedFromSec } = due('hour', {
    ...known('2025-12-01T00:00:00Z'),
    recentSec: [],
  })
  expect(periods).toHaveLength(7 * 24)
  expect(skippedFromSec).toBe(at('2025-12-01T00:00:00Z'))
})

test('behavior: days are due when they are over', () => {
  expect(due('day', known('2026-01-13T00:00:00Z')).periods).toEqual([
    { fromSec: at('2026-01-13T00:00:00Z'), atSec: at('2026-01-14T00:00:00Z') },
  ])
})

test('behavior: a source that can only say what is true now is never asked for what was missed', () => {
  const job = {
    step: 'hour' as const,
    sources: [sightSource('1', {}, { id: 's0', hasPast: false })],
  }
  expect(hours(listDue(job, new Map([['s0', known('2026-01-14T08:00:00Z')]]), now))).toEqual([
    '01-14T12',
  ])
  expect(
    hours(
      listDue(job, new Map([['s0', known('2026-01-14T08:00:00Z', '2026-01-14T12:00:00Z')]]), now),
    ),
  ).toEqual([])
})
