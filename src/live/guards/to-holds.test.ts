import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { createClock } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { commitRows } from '../../runs/run.ts'
import { t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { Store } from '../../store/store.ts'
import { settleRows } from '../run/settle-rows.ts'
import { rejectHolds, releaseHolds } from './holds/decide-holds.ts'
import { qualityHolds } from './holds/facts.ts'
import { listStoredHolds, type StoredHold } from './holds/stored-holds.ts'
import { readGuardSettings } from './rules/settings.ts'
import { listRuleHolds } from './to-holds.ts'

const loads = defineFact({
  name: 'loads',
  describe: 'Loads',
  key: { ramp: t.int('Number of the ramp'), cart: t.text('Name of the cart') },
  time: 'atSec',
  values: { grams: t.float('its weight') },
  hold: [{ reason: 'more than a ton', when: sql`grams > 1000000` }],
})
const clock = createClock('2026-01-14T12:00:00Z')
const settings = readGuardSettings()
let folder: string
let store: Store

beforeAll(async () => {
  folder = await makeEngineDir()
  store = await Store.open({ facts: [loads, qualityHolds], path: folder })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Stores rows as a live run does, with what their fact holds back. */
async function put(rows: Record<string, unknown>[]): Promise<void> {
  await commitRows(store, { source: 'test', clock }, async () => {
    const settled = await settleRows(store, [{ fact: loads, rows }])
    const holds = listRuleHolds(settled.problems).map((hold) => ({ ...hold }))
    return { ...settled, rows: [...settled.rows, { fact: qualityHolds, rows: holds }] }
  })
}

const openHolds = (): Promise<StoredHold[]> => listStoredHolds(store.snapshot(), { state: 'held' })
const served = () => {
  const snapshot = store.snapshot()
  return snapshot.query(sql`SELECT cart, grams FROM ${snapshot.current(loads)} ORDER BY cart`)
}

test('default: a row that its fact holds back is listed with the reason, and a person releases it', async () => {
  await put([
    { ramp: 7, cart: 'heavy', atSec: 60, grams: 2e6 },
    { ramp: 7, cart: 'light', atSec: 60, grams: 5 },
  ])
  expect(await served()).toEqual([{ cart: 'light', grams: 5 }])
  const [hold, ...others] = await openHolds()
  expect(others).toEqual([])
  // The same of a later timestamp waits for a word of its own.
  await put([{ ramp: 7, cart: 'heavy', atSec: 120, grams: 4e6 }])
  expect(hold).toMatchObject({
    fact: 'loads',
    series: '{"ramp":"7","cart":"heavy"}',
    atSec: 60,
    guard: 'fact-rule',
    reason: 'more than a ton',
    release: 'person',
    heldRun: 1,
  })
  await releaseHolds(store, clock, { ids: [hold?.id ?? ''], by: 'ann', settings })
  expect(await served()).toEqual([
    { cart: 'heavy', grams: 2e6 },
    { cart: 'light', grams: 5 },
  ])
  const [later] = await openHolds()
  expect(later).toMatchObject({ atSec: 120, heldRun: 2 })
  await rejectHolds(store, clock, { ids: [later?.id ?? ''], by: 'ann' })
})

test('behavior: rows that contradict each other are one hold, which can only be rejected', async () => {
  await put([
    { ramp: 8, cart: 'twofold', atSec: 60, grams: 1 },
    { ramp: 8, cart: 'twofold', atSec: 60, grams: 2 },
  ])
  const [hold, ...others] = await openHolds()
  expect(others).toEqual([])
  await expect(
    releaseHolds(store, clock, { ids: [hold?.id ?? ''], by: 'ann', settings }),
  ).rejects.toThrow(
    `The rows held under ${hold?.id} contradict each other. Import the right one, and reject the hold.`,
  )
  await rejectHolds(store, clock, { ids: [hold?.id ?? ''], by: 'ann' })
  expect(await openHolds()).toEqual([])
  expect(await served()).not.toContainEqual(expect.objectContaining({ cart: 'twofold' }))
})

test('behavior: what a guard holds already is not listed twice', async () => {
  await put([{ ramp: 9, cart: 'caught', atSec: 60, grams: 3e6, quality: 'held' }])
  expect(await openHolds()).toEqual([])
})
