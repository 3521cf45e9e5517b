import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../facts.ts'
import { at, bodyOf, protocolRow, record } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: 'parent#pool', name: 'Pool' }),
    protocolRow({ id: '1', name: 'Pool V1', parent: 'parent#pool' }),
    protocolRow({ id: '2', name: 'Pool V2', parent: 'parent#pool', deadFromSec: at(20) }),
    protocolRow({ id: '3', name: 'Pool Vault', parent: 'parent#pool', excludedFromParent: true }),
    protocolRow({ id: '4', name: 'Never Measured' }),
    protocolRow({ id: 'parent#empty', name: 'Empty' }),
    protocolRow({ id: '5', name: 'Empty V1', parent: 'parent#empty' }),
    protocolRow({ id: '6', name: 'Staker' }),
    protocolRow({ id: '7', name: 'Renamed', previousNames: ['Was Called'] }),
  ])
  await app.put(tvlRecords, [
    ...record('1', at(0, 1), { ethereum: 777 }),
    ...record('1', at(0, 11), { ethereum: 100.25, bsc: 50, 'ethereum-borrowed': 1_000 }),
    ...record('2', at(30), { ethereum: 5 }),
    ...record('3', at(0, 11), { ethereum: 900 }),
    ...record('6', at(0, 11), { 'ethereum-staking': 12 }),
    ...record('7', at(0, 11), { ethereum: 3 }),
  ])
})

afterAll(() => app.stop())

test.each([
  ['default: the newest record, all chains, no section', '/tvl/pool-v1', 150.25],
  [
    'behavior: of a parent the sum of its children, also the old figures of a dead one',
    '/tvl/pool',
    155.25,
  ],
  ['behavior: by the id of a parent', '/tvl/parent%23pool', 155.25],
  ['behavior: a child its parent leaves out has its own figure', '/tvl/pool-vault', 900],
  ['behavior: in any case', '/tvl/Pool%20V1', 150.25],
  ['behavior: sections alone are no TVL', '/tvl/staker', 0],
])('%s', async (_, url, expected) => {
  const body = await bodyOf(app, url)
  expect(body).toBe(expected)
  expect(await bodyOf(app, `/api${url}`, { pro: true })).toBe(expected)
})

test.each([
  ['the protocol was never measured', '/tvl/never-measured'],
  ['no child was ever measured', '/tvl/empty'],
])('error: 404 when %s', async (_, url) => {
  const { status, body } = await app.get(url)
  expect(status).toBe(404)
  expect(body).toMatchObject({
    error: 'not_found',
    status: 404,
    message: expect.stringContaining('no TVL record'),
  })
})

test('error: 404 with near names when nothing is called so', async () => {
  const { status, body } = await app.get('/tvl/pool-v11')
  expect(status).toBe(404)
  expect(body).toMatchObject({
    error: 'not_found',
    suggestions: expect.arrayContaining(['pool-v1']),
  })
})

test('behavior: 308 from a previous slug', async () => {
  const { status, headers } = await app.get('/tvl/was-called')
  expect(status).toBe(308)
  expect(new URL(String(headers.location), 'http://almanac/tvl/was-called').pathname).toBe(
    '/tvl/renamed',
  )
})
