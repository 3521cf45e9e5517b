import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { States } from '../../cache/states.ts'
import { commitRun } from '../../ingest/run.ts'
import { createClock } from '../../lib/clock.ts'
import { MovedError } from '../../lib/errors.ts'
import { protocols } from './facts.ts'
import { protocolRow } from './protocol-row.ts'
import { registryState } from './read.ts'

let app: TestApp
let states: States

async function putAt(iso: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  await commitRun(app.app.store, { source: 'test', clock: createClock(iso), again: true }, async (stage) => {
    await stage.insertRows(protocols, rows)
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
}

const registryAt = (iso?: string) => states.get(registryState, app.app.store.snapshot(iso === undefined ? undefined : Date.parse(iso)))

beforeAll(async () => {
  app = await TestApp.start()
  states = new States(app.app.store)
  await putAt('2026-01-10T00:00:00Z', [
    protocolRow({ id: '10', name: 'Twin', category: 'Dexs', tags: ['one', 'two'] }),
    protocolRow({ id: '9', name: 'Twin' }),
    protocolRow({ id: '1', name: 'Old Name' }),
  ])
  await putAt('2026-01-12T00:00:00Z', [protocolRow({ id: '1', name: 'New Name', previousNames: ['Old Name'] })])
  await putAt('2026-01-13T00:00:00Z', [{ ...protocolRow({ id: '1', name: 'Doubtful Name' }), quality: 'held' }])
})

afterAll(() => app.stop())

test('default: every protocol with all it says of itself', async () => {
  const registry = await registryAt()
  const { slug, isParent, ...row } = registry.get('10')
  expect(row).toEqual(protocolRow({ id: '10', name: 'Twin', category: 'Dexs', tags: ['one', 'two'] }))
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
