import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { protocols } from '../../registry/facts.ts'
import { dimensionDays } from '../facts.ts'
import { day, rows } from '../facts-for-tests.ts'
import { type MemberFilter, openMetric, readMembers } from './members.ts'

let app: TestApp

// More than one batch, ids of other alphabets and of a length that changes their order among them.
const ids = [...Array.from({ length: 130 }, (_, index) => String(index)), 'é', '𝄞', 'zz']

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(
    protocols,
    ids.map((id) => ({ id, name: `Protocol ${id}`, category: 'Dexs' })),
  )
  await app.put(dimensionDays, [
    ...ids.flatMap((id, index) => rows(id, { 0: index, 1: 2 * index })),
    ...rows('chain#base', { 0: 7 }, { chain: 'base' }),
    ...rows('unknown', { 0: 9 }),
  ])
})

afterAll(() => app.stop())

async function read(filter: MemberFilter = {}) {
  const { store } = app.app
  const context = { states: new States(store), snapshot: store.snapshot(), nowSec: NOW_SEC }
  return readMembers(context, await openMetric(context, 'dexs', undefined), filter)
}

test('default: every protocol that the registry knows, and every chain, once', async () => {
  const members = await read()
  const found = members.map(({ subject }) => subject.id)
  expect(found).toHaveLength(ids.length + 1)
  expect(new Set(found)).toEqual(new Set([...ids, 'chain#base']))
  const [last] = members.filter(({ subject }) => subject.id === '129')
  expect(last?.all).toMatchObject([
    { firstDay: day(1) / 86_400, values: Float64Array.of(258, 129) },
  ])
})

test('behavior: of some protocols, in the order of their ids', async () => {
  const asked = ids.slice(0, 120)
  const members = await read({ protocols: [...asked].reverse() })
  expect(members.map(({ subject }) => subject.id)).toEqual([...asked].sort())
})

test('behavior: of a chain only its own series, in any case of letters', async () => {
  await app.put(dimensionDays, rows('7', { 0: 70 }, { chain: 'base' }))
  const members = await read({ chain: 'Base' })
  expect(members.map(({ subject, all }) => [subject.id, all.map(({ chain }) => chain)])).toEqual([
    ['7', ['base']],
    ['chain#base', ['base']],
  ])
})

test('behavior: of none nothing is read', async () => {
  expect(await read({ protocols: [] })).toEqual([])
})

test('behavior: values are in the order of time, whatever run brought them', async () => {
  // Later runs bring earlier days, a correction, a held row and hours of a day.
  await app.put(dimensionDays, rows('5', { 3: 30, 2: 20 }))
  await app.put(dimensionDays, [
    ...rows('5', { 1: 11 }),
    ...rows('5', { 0: 1e9 }).map((row) => ({ ...row, quality: 'held' })),
  ])
  expect((await read({ protocols: ['5'] }))[0]?.all[0]?.values).toEqual(
    Float64Array.of(30, 20, 11, 5),
  )
  await app.put(
    dimensionDays,
    rows('5', { 2: 0.4 }).map((row) => ({ ...row, atSec: row.atSec + 3_600 })),
  )
  await app.put(
    dimensionDays,
    rows('5', { 2: 0.4 }).map((row) => ({ ...row, atSec: row.atSec + 7_200 })),
  )
  expect((await read({ protocols: ['5'] }))[0]?.all[0]?.values).toEqual(
    Float64Array.of(30, 21, 11, 5),
  )
})
