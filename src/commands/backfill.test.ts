import { expect, test } from 'vitest'
import type { BackfillSummary } from '../live/schedule/backfill.ts'
import { type BackfillRequest, rangesOf } from './backfill.ts'
import { runLine } from './run-for-tests.ts'

const USAGE =
  'usage: almanac backfill <source> [--from <date>] [--to <date>] [--affected] [--release]'

const SUMMARY: BackfillSummary = {
  job: 'reader:my-dex',
  periods: 48,
  known: 8,
  made: 40,
  held: 1,
  rejected: 0,
  unpriced: [],
  gaps: [],
  remarks: [],
  firstRun: 7,
  lastRun: 46,
}

async function run(args: string[], days: string[] = [], summary = SUMMARY) {
  const calls: BackfillRequest[] = []
  const decisions: unknown[] = []
  const { code, lines } = await runLine(['backfill', ...args], {
    operations: {
      backfill: async (request) => {
        calls.push(request)
        return summary
      },
      listAffectedDays: async () => days,
      decideHolds: async (decision) => {
        decisions.push(decision)
        return { run: 50, holds: [] }
      },
    },
    config: { clock: '2026-01-31T12:00:00Z' },
  })
  return { lines, calls, code, decisions }
}

test('default: a range of days up to now, and what became of it', async () => {
  const { lines, calls, code } = await run(['reader:my-dex', '--from', '2026-01-29'])
  // 2026-01-29 is two days before 2026-01-31 (1,769,817,600).
  expect(calls).toMatchObject([
    { source: 'reader:my-dex', fromSec: 1_769_644_800, toSec: 1_769_860_800, affected: false },
  ])
  expect(lines).toEqual([
    'reader:my-dex: 40 of 48 periods read, 8 were there already, 1 rows held (runs 7 to 46)',
    '1 rows are held and not served: `almanac quality list` shows why (exit code 3)',
  ])
  expect(code).toBe(3)
})

test('behavior: --affected names the days that other code made, and requests those', async () => {
  const { lines, calls } = await run(
    ['my-dex', '--affected'],
    ['2026-01-01', '2026-01-02', '2026-01-05'],
  )
  expect(lines[0]).toBe(
    'my-dex: 3 days were made by other code or settings: 2026-01-01 to 2026-01-02, 2026-01-05',
  )
  expect(calls).toMatchObject([
    { fromSec: Date.UTC(2026, 0, 1) / 1000, toSec: Date.UTC(2026, 0, 6) / 1000, affected: true },
  ])
})

test('behavior: a deliberate change is released as one decision', async () => {
  const held = await run(['my-dex', '--affected'], ['2026-01-01'])
  expect([held.code, held.decisions]).toEqual([3, []])
  expect(held.lines.at(-1)).toBe(
    'If the change is meant: almanac quality release --source reader:my-dex --run 7-46 --yes',
  )
  const released = await run(
    ['my-dex', '--affected', '--release', '--reason', 'Two vaults more.'],
    ['2026-01-01'],
  )
  expect(released.decisions).toEqual([
    {
      source: 'reader:my-dex',
      runs: { first: 7, last: 46 },
      by: 'a person',
      reason: 'Two vaults more.',
      state: 'released',
    },
  ])
  expect([released.code, released.lines.at(-1)]).toEqual([0, 'Released 0 readings in run 50'])
})

test('behavior: nothing affected, nothing done', async () => {
  const { lines, calls } = await run(['my-dex', '--affected'])
  expect(calls).toEqual([])
  expect(lines).toEqual([
    'my-dex: every day was made by the code and settings of today; nothing to do',
  ])
})

test('behavior: what has no price, could not be read or shows nowhere is said', async () => {
  const { lines, code } = await run(['my-dex', '--from', '2026-01-29'], [], {
    ...SUMMARY,
    held: 0,
    unpriced: [{ of: '1', coin: 'base:0xa', missing: 'price' }],
    gaps: ['1: 1 of 2 (pools) did not answer'],
    remarks: ['No endpoint shows these figures.'],
  })
  expect(lines.slice(1)).toEqual([
    'base:0xa has no value: its price is not known',
    '1: 1 of 2 (pools) did not answer',
    'No endpoint shows these figures.',
    '1 coins have no value and are missing in the figures (exit code 4)',
  ])
  expect(code).toBe(4)
})

test('behavior: a range without a full period says so', async () => {
  const { lines } = await run(
    ['my-dex', '--from', '2026-01-31', '--to', '2026-01-31T00:10:00Z'],
    [],
    { ...SUMMARY, periods: 0 },
  )
  expect(lines).toEqual(['my-dex: no full period lies in that range; nothing was read'])
})

test('error: what is missing or wrong is said in one line', async () => {
  await expect(run(['my-dex'])).rejects.toThrow(USAGE)
  await expect(run(['my-dex', '--from', '2026-01-01', '--release'])).rejects.toThrow(USAGE)
  await expect(run(['my-dex', '--affected', '--reason', 'x'])).rejects.toThrow(USAGE)
  await expect(run([])).rejects.toThrow(USAGE)
  await expect(run(['my-dex', '--from', 'soon'])).rejects.toThrow('--from: "soon" is not a time')
  await expect(run(['my-dex', '--from', '2026-02-01', '--to', '2026-01-01'])).rejects.toThrow(
    '--to must be after --from',
  )
})

test('behavior: days in a row are one range, also over the end of a month', () => {
  expect(rangesOf(['2026-01-31', '2026-02-01', '2026-02-03'])).toEqual([
    '2026-01-31 to 2026-02-01',
    '2026-02-03',
  ])
})
