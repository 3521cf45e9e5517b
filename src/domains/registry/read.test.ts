import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { createClock } from '../../lib/clock.ts'
import { MovedError } from '../../lib/errors.ts'
import { commitRun } from '../../runs/run.ts'
import type { Fact } from '../../store/fact.ts'
import { protocolHallmarks, protocols } from './facts.ts'
import { protocolRow } from './protocol-row.ts'
import { hallmarksState, registryState } from './read.ts'

let app: TestApp
let states: States

async function putAt(
  iso: string,
  rows: readonly Record<string, unknown>[],
  fact: Fact = protocols,
): Promise<void> {
  await commitRun(
    app.app.store,
    { source: 'test', clock: createClock(iso), again: true },
    async (stage) => {
      await stage.insertRows(fact, rows)
      return { accepted: rows.length, rejected: 0, held: 0 }
    },
  )
}

const registryAt = async (iso?: string) => {
  const asOfMs = iso === undefined ? undefined : Date.parse(iso)
  return states.get(registryState, await app.app.store.snapshotAt(asOfMs))
}

const OPENING = { protocol: '1', onSec: 100, event: 'Opens' }

beforeAll(async () => {
  app = await TestApp.start()
  states = new States(app.app.store)
  await putAt('2026-01-10T00:00:00Z', [
    protocolRow({ id: '10', name: 'Twin', category: 'Dexs', tags: ['one', 'two'] }),
    protocolRow({ id: '9', name: 'Twin' }),
    protocolRow({ id: '1', name: 'Old Name' }),
  ])
  await putAt(
    '2026-01-10T01:00:00Z',
    [OPENING, { protocol: '9', onSec: 50, event: 'Closes' }],
    protocolHallmarks,
  )
  await putAt('2026-01-12T00:00:00Z', [
    protocolRow({ id: '1', name: 'New Name', previousNames: ['Old Name'] }),
  ])
  await putAt('2026-01-12T01:00:00Z', [{ ...OPENING, withdrawn: true }], protocolHallmarks)
  await putAt('2026-01-13T00:00:00Z', [
    { ...protocolRow({ id: '1', name: 'Doubtful Name' }), quality: 'held' },
  ])
})

afterAll(() => app.stop())

test('default: every protocol with all it says of itself', async () => {
  const registry = await registryAt()
  const { slug, isParent, ...row } = registry.get('10')
  expect(row).toEqual(
    protocolRow({ id: '10', name: 'Twin', category: 'Dexs', tags: ['one', 'two'] }),
  )
  expect([slug, isParent]).toEqual(['twin', false])
})

test('behavior: a rename is a new row; the old name has moved', async () => {
  const registry = await registryAt()
  expect(registry.get('new-name').id).toBe('1')
  expect(() => registry.get('old-name')).toThrow(MovedError)
})

test('behavior: as of before the rename the old name holds', async () => {
  const registry = await registryAt('2026-01-11T00:00:00Z')
  expect(registry.get('old-name').name).toBe('Old Name')
  expect(() => registry.get('new-name')).toThrow(expect.objectContaining({ status: 404 }))
})

test('behavior: a held row is not used', async () => {
  expect((await registryAt()).byId('1')?.name).toBe('New Name')
})

test('behavior: of two protocols with one name the lower number keeps the slug', async () => {
  expect((await registryAt()).get('twin').id).toBe('9')
})

test('behavior: an event that was taken back is not told any more, and still was as of before', async () => {
  const hallmarksAt = async (iso: string) => [
    ...(await states.get(hallmarksState, await app.app.store.snapshotAt(Date.parse(iso)))),
  ]
  expect(await hallmarksAt('2026-01-11T00:00:00Z')).toEqual([
    ['1', [[100, 'Opens']]],
    ['9', [[50, 'Closes']]],
  ])
  expect(await hallmarksAt('2026-01-13T00:00:00Z')).toEqual([['9', [[50, 'Closes']]]])
})
