import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { commitRun } from '../../../runs/run.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { hacks } from '../facts.ts'

const DAY = 86_400
const at = (daysAgo: number) => NOW_SEC - 43_200 - daysAgo * DAY

let app: TestApp

/** An incident of which only what matters is said. */
function incident(
  id: string,
  daysAgo: number,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  return { id, atSec: at(daysAgo), name: `Name ${id}`, chains: [], bridgeHack: false, ...given }
}

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: 'parent#example', name: 'Example' }),
    protocolRow({
      id: '1',
      name: 'New Name',
      parent: 'parent#example',
      previousNames: ['Old Name'],
    }),
  ])
  await app.put(hacks, [
    incident('b', 100, {
      name: 'Old Name',
      classification: 'Infrastructure',
      technique: 'Private Key Compromised',
      amountUsd: 1_000_000,
      returnedUsd: 250_000.5,
      chains: ['bsc', 'somechain'],
      bridgeHack: true,
      targetType: 'Bridge',
      link: 'https://example.org/b',
      protocol: '1',
      language: 'Solidity',
    }),
    incident('a', 100),
    incident('c', 3, { amountUsd: 0, returnedUsd: 0 }),
    incident('d', 50, { amountUsd: 7 }),
  ])
})

afterAll(() => app.stop())

const list = async (query = '') => {
  const { status, body } = await app.get(`/api/hacks${query}`, { pro: true })
  expect(status).toBe(200)
  return body as { name: string; date: number; amount: number | null }[]
}

const UNKNOWN = {
  classification: null,
  technique: null,
  amount: null,
  chain: [],
  bridgeHack: false,
  targetType: null,
  source: null,
  returnedFunds: null,
  serviceId: null,
  parentProtocolId: null,
  language: null,
}

test.each([
  ['?chain=BNB%20Chain', ['New Name']],
  ['?chain=somechain', ['New Name']],
  ['?classification=infrastructure', ['New Name']],
  ['?technique=Private%20Key%20Compromised', ['New Name']],
  // An unknown loss is not a loss of nothing.
  ['?minAmount=0', ['Name c', 'Name d', 'New Name']],
  ['?minAmount=7&sort=amount&order=asc', ['Name d', 'New Name']],
  [`?start=${at(60)}&end=${at(50)}`, ['Name d']],
  [`?end=${new Date(at(60) * 1000).toISOString()}`, ['Name a', 'New Name']],
])('behavior: %s', async (query, expected) => {
  expect((await list(query)).map(({ name }) => name)).toEqual(expected)
})

test('default: newest first, of one day by id; the registry’s name; what is not known is null, a zero is a zero', async () => {
  const body = await list()
  expect(body).toEqual([
    { date: at(3), name: 'Name c', ...UNKNOWN, amount: 0, returnedFunds: 0 },
    { date: at(50), name: 'Name d', ...UNKNOWN, amount: 7 },
    { date: at(100), name: 'Name a', ...UNKNOWN },
    {
      date: at(100),
      name: 'New Name',
      classification: 'Infrastructure',
      technique: 'Private Key Compromised',
      amount: 1_000_000,
      chain: ['BSC', 'somechain'],
      bridgeHack: true,
      targetType: 'Bridge',
      source: 'https://example.org/b',
      returnedFunds: 250_000.5,
      serviceId: 1,
      parentProtocolId: 'parent#example',
      language: 'Solidity',
    },
  ])
})

test('behavior: a later run moves a date and takes an incident back; asOf shows what was said before; held rows change nothing', async () => {
  const laterMs = NOW_SEC * 1000 + 60_000
  await commitRun(
    app.app.store,
    { source: 'test', clock: { nowMs: () => laterMs }, again: true },
    async (stage) => {
      await stage.insertRows(hacks, [
        incident('a', 101, { name: 'Moved', amountUsd: 9 }),
        incident('c', 3, { withdrawn: true }),
        { ...incident('d', 49, { amountUsd: 500e9 }), quality: 'held' },
      ])
      return { accepted: 3, rejected: 0, held: 1 }
    },
  )
  expect((await list()).map(({ name, date, amount }) => [name, date, amount])).toEqual([
    ['Name d', at(50), 7],
    ['New Name', at(100), 1_000_000],
    ['Moved', at(101), 9],
  ])
  expect((await list(`?asOf=${NOW_SEC + 30}`)).map(({ name }) => name)).toEqual([
    'Name c',
    'Name d',
    'Name a',
    'New Name',
  ])
})

test('behavior: a store without hacks has none', async () => {
  expect(await list('?asOf=2020-01-01')).toEqual([])
})

test('error: 400 when asOf is no time', async () => {
  expect(await app.get('/api/hacks?asOf=yesterday', { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
