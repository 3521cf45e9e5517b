import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { blocks } from '../../domains/coins/facts.ts'
import { tvlRecords, tvlTokens } from '../../domains/tvl/facts.ts'
import { tvlWatch } from '../../domains/tvl/watch.ts'
import { yieldSamples } from '../../domains/yields/facts.ts'
import { yieldsWatch } from '../../domains/yields/watch.ts'
import { HOUR_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { commitRun } from '../../runs/run.ts'
import type { FactRows } from '../model/fact-rows.ts'
import { applyGuards, type GuardedRows } from './apply-guards.ts'
import { rejectHolds, releaseHolds } from './holds/decide-holds.ts'
import { listStoredHolds } from './holds/stored-holds.ts'
import { readGuardSettings } from './rules/settings.ts'
import { explained } from './series-for-tests.ts'

const WATCHES = [...tvlWatch, ...yieldsWatch]
const settings = readGuardSettings()
const hour = (offset: number) => NOW_SEC + offset * HOUR_SEC
let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

/** Checks rows and commits what comes out, as a live run does. */
async function run(factRows: FactRows[], nowSec: number): Promise<GuardedRows> {
  const { store, clock } = app.app
  const guarded = await applyGuards(store.snapshot(), WATCHES, factRows, {
    nowSec,
    settings,
    inputsOf: (reading) => explained(reading).inputs,
  })
  await commitRun(store, { source: 'test', clock, again: true }, async (stage) => {
    for (const { fact, rows } of guarded.rows) await stage.insertRows(fact, rows)
    return { accepted: 0, rejected: 0, held: guarded.heldRows }
  })
  return guarded
}

const record = (protocol: string, offset: number, values: Record<string, number>): FactRows => ({
  fact: tvlRecords,
  rows: Object.entries(values).map(([chain, tvlUsd]) => ({
    protocol,
    chain,
    section: 'tvl',
    atSec: hour(offset),
    tvlUsd,
  })),
})

/** Value by chain as it is served at a timestamp, and how sure it is. */
async function served(protocol: string, offset: number): Promise<Record<string, [number, string]>> {
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query<{ chain: string; tvlUsd: number; quality: string }>(
    sql`SELECT chain, tvlUsd, quality FROM ${snapshot.current(tvlRecords, sql`protocol = {protocol:String} AND atSec = {atSec:UInt32}`)} ORDER BY chain`,
    { protocol, atSec: hour(offset) },
  )
  return Object.fromEntries(rows.map(({ chain, tvlUsd, quality }) => [chain, [tvlUsd, quality]]))
}

const stateOf = async (protocol: string) =>
  (await listStoredHolds(app.app.store.snapshot(), {}))
    .filter(({ series }) => series === JSON.stringify({ protocol }))
    .map(({ fact, atSec, state, decidedBy }) => [
      fact,
      (atSec - NOW_SEC) / HOUR_SEC,
      state,
      decidedBy,
    ])

/** Three good hours of 6 M + 4 M. */
async function goodHours(protocol: string): Promise<void> {
  for (const offset of [-3, -2, -1])
    await app.put(tvlRecords, record(protocol, offset, { ethereum: 6e6, base: 4e6 }).rows)
}

describe('a jump that the next reading confirms', () => {
  test('default: it is held with its reason, and the last good record is served', async () => {
    await goodHours('alpha')
    // 18 + 12 = 30 M is ×3 of 10 M.
    const { holds, heldRows } = await run(
      [record('alpha', 0, { ethereum: 18e6, base: 12e6 })],
      hour(0),
    )
    expect(holds).toMatchObject([
      {
        fact: 'tvl',
        series: '{"protocol":"alpha"}',
        guard: 'spike',
        state: 'held',
        value: 30e6,
        servedValue: 10e6,
        release: 'agreement',
      },
    ])
    expect(holds[0]?.reason).toBe(
      'tvlUsd is 30 M: ×3 from 10 M before and ×3 from 10 M, the median of 7 days; the limit is ×2.',
    )
    expect(heldRows).toBe(2)
    expect(await served('alpha', 0)).toEqual({ base: [4e6, 'carried'], ethereum: [6e6, 'carried'] })
  })

  test('behavior: the same timestamp read again confirms nothing', async () => {
    const { holds, released } = await run(
      [record('alpha', 0, { ethereum: 18e6, base: 12e6 })],
      hour(0),
    )
    expect([holds.length, released.length]).toEqual([1, 0])
    expect(await served('alpha', 0)).toMatchObject({ base: [4e6, 'carried'] })
  })

  test('behavior: a later reading within 5% publishes both', async () => {
    // 30.9 M is 3% more than 30 M.
    const { holds, released, flags } = await run(
      [record('alpha', 1, { ethereum: 18.9e6, base: 12e6 })],
      hour(1),
    )
    expect([holds.length, released.length, flags.length]).toEqual([0, 1, 1])
    expect(await served('alpha', 1)).toEqual({ base: [12e6, 'ok'], ethereum: [18.9e6, 'ok'] })
    expect(await served('alpha', 0)).toEqual({ base: [12e6, 'ok'], ethereum: [18e6, 'ok'] })
    expect(await stateOf('alpha')).toEqual([
      ['tvl', 1, 'flagged', null],
      ['tvl', 0, 'released', 'agreement'],
    ])
  })
})

describe('a fault that a second reading only repeats', () => {
  test('behavior: it stays held until a person releases it, and with it what says the same', async () => {
    await goodHours('beta')
    await run([record('beta', 0, { ethereum: 600e6, base: 400e6 })], hour(0))
    const { holds, released } = await run(
      [record('beta', 1, { ethereum: 606e6, base: 404e6 })],
      hour(1),
    )
    expect(holds).toMatchObject([{ guard: 'unit-error', release: 'person', servedValue: 10e6 }])
    expect(released).toEqual([])
    const [, first] = (await listStoredHolds(app.app.store.snapshot(), { state: 'held' })).filter(
      ({ series }) => series.includes('beta'),
    )
    const { holds: closed } = await releaseHolds(app.app.store, app.app.clock, {
      ids: [first?.id ?? ''],
      by: 'ann',
      settings,
    })
    expect(closed.map(({ atSec }) => atSec).sort()).toEqual([hour(0), hour(1)])
    expect(await served('beta', 0)).toEqual({ base: [400e6, 'ok'], ethereum: [600e6, 'ok'] })
    expect(await served('beta', 1)).toEqual({ base: [404e6, 'ok'], ethereum: [606e6, 'ok'] })
    expect((await stateOf('beta')).map(([, , state, by]) => [state, by])).toEqual([
      ['released', 'ann'],
      ['released', 'ann'],
    ])
    // The level is the new one now, so the next reading of it passes.
    expect(
      (await run([record('beta', 2, { ethereum: 606e6, base: 404e6 })], hour(2))).holds,
    ).toEqual([])
  })

  test('behavior: a chain that is gone permanently is empty after its release', async () => {
    await goodHours('gamma')
    const { holds } = await run([record('gamma', 0, { ethereum: 6e6 })], hour(0))
    expect(holds).toMatchObject([
      {
        guard: 'vanished-part',
        reason: '1 of 2 parts are gone, base/tvl among them: 4 M or 40% of what was there.',
      },
    ])
    expect(await served('gamma', 0)).toEqual({ base: [4e6, 'carried'], ethereum: [6e6, 'carried'] })
    await releaseHolds(app.app.store, app.app.clock, {
      ids: [holds[0]?.id ?? ''],
      by: 'ann',
      settings,
    })
    expect(await served('gamma', 0)).toEqual({ base: [0, 'ok'], ethereum: [6e6, 'ok'] })
  })

  test('behavior: a rejected reading is never served', async () => {
    await goodHours('delta')
    const { holds } = await run([record('delta', 0, { ethereum: 60e6, base: 40e6 })], hour(0))
    await rejectHolds(app.app.store, app.app.clock, { ids: [holds[0]?.id ?? ''], by: 'ann' })
    expect(await served('delta', 0)).toEqual({ base: [4e6, 'carried'], ethereum: [6e6, 'carried'] })
    expect(await stateOf('delta')).toEqual([['tvl', 0, 'rejected', 'ann']])
    // What was rejected agrees with nothing any more.
    expect(
      (await run([record('delta', 1, { ethereum: 60e6, base: 40e6 })], hour(1))).released,
    ).toEqual([])
  })
})

test('behavior: value and tokens of a protocol are held together', async () => {
  const token = (offset: number, name: string, valueUsd: number) => ({
    protocol: 'epsilon',
    chain: 'ethereum',
    section: 'tvl',
    token: name,
    atSec: hour(offset),
    symbol: 'X',
    amount: 1,
    valueUsd,
  })
  await app.put(tvlRecords, record('epsilon', -1, { ethereum: 1e6 }).rows)
  await app.put(tvlTokens, [token(-1, 'ethereum:0xa', 7e5), token(-1, 'ethereum:0xb', 3e5)])
  // The second token has no price: 30% of the value. The record itself fell by 30%, which alone
  // would pass.
  const tokens = {
    fact: tvlTokens,
    rows: [token(0, 'ethereum:0xa', 7e5), token(0, 'ethereum:0xb', 0)],
  }
  const { holds } = await run([record('epsilon', 0, { ethereum: 7e5 }), tokens], hour(0))
  expect(holds.map(({ fact, guard, servedValue }) => [fact, guard, servedValue])).toEqual([
    ['tvl', 'unpriced', 1e6],
    ['tvl_tokens', 'unpriced', 1e6],
  ])
  expect(new Set(holds.map(({ id }) => id)).size).toBe(1)
  expect(await served('epsilon', 0)).toEqual({ ethereum: [1e6, 'carried'] })
})

test('behavior: several timestamps in one run follow each other, and do not confirm each other', async () => {
  await goodHours('zeta')
  const all = [0, 1, 2].map((offset) =>
    record('zeta', offset, {
      ethereum: offset === 0 ? 6.5e6 : 18e6,
      base: offset === 0 ? 4.5e6 : 12e6,
    }),
  )
  const { holds } = await run(all, hour(2))
  expect(holds.map(({ atSec, servedValue }) => [atSec, servedValue])).toEqual([
    [hour(1), 11e6],
    [hour(2), 11e6],
  ])
  expect(await served('zeta', 2)).toEqual({
    base: [4.5e6, 'carried'],
    ethereum: [6.5e6, 'carried'],
  })
})

test('behavior: the yield of a pool is watched as well as its value', async () => {
  const sample = (offset: number, apyPct: number) => ({
    pool: 'pool-1',
    atSec: hour(offset),
    tvlUsd: 5e6 + offset,
    apyPct,
  })
  await app.put(yieldSamples, [sample(-1, 6)])
  const { holds, rows } = await run([{ fact: yieldSamples, rows: [sample(0, 600)] }], hour(0))
  // 600% is ×100 of 6%.
  expect(holds).toMatchObject([
    { fact: 'yield_samples', guard: 'unit-error', value: 600, servedValue: 6 },
  ])
  expect(rows[0]?.rows).toMatchObject([
    { quality: 'held' },
    { pool: 'pool-1', tvlUsd: 5e6 - 1, apyPct: 6, quality: 'carried' },
  ])
})

test('behavior: a good reading of the same timestamp takes the place of a held one', async () => {
  await goodHours('iota')
  await run([record('iota', 0, { ethereum: 6e6 })], hour(0))
  await run([record('iota', 0, { ethereum: 6e6, base: 4.1e6 })], hour(0))
  expect(await served('iota', 0)).toEqual({ base: [4.1e6, 'ok'], ethereum: [6e6, 'ok'] })
  expect(await stateOf('iota')).toEqual([['tvl', 0, 'rejected', 'a better reading']])
})

test('behavior: a first reading above the cap has nothing to be served in its place', async () => {
  const { holds } = await run([record('eta', 0, { ethereum: 2e9 })], hour(0))
  expect(holds).toMatchObject([{ guard: 'new-listing', servedValue: null, release: 'person' }])
  expect(await served('eta', 0)).toEqual({})
})

test('behavior: good readings leave no trace, and facts that nobody watches pass as they are', async () => {
  await goodHours('theta')
  const unwatched = { fact: blocks, rows: [{ chain: 'ethereum', atSec: hour(0), height: 1 }] }
  const { rows, holds, flags } = await run(
    [record('theta', 0, { ethereum: 6.1e6, base: 4e6 }), unwatched],
    hour(0),
  )
  expect([rows.map(({ fact }) => fact.name), holds, flags]).toEqual([['tvl', 'blocks'], [], []])
  expect(rows[1]).toEqual(unwatched)
})

test('error: an id that nothing is held under', async () => {
  const decision = { ids: ['nope'], by: 'ann', settings }
  await expect(releaseHolds(app.app.store, app.app.clock, decision)).rejects.toThrow(
    'Nothing is held under the id "nope"',
  )
})
