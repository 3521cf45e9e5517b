import Type from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { stakingRates, yieldPools, yieldSamples } from '../facts.ts'
import { at, bodyOf, id, itemsOf, poolRow, sampleRow, stakingRow } from '../facts-for-tests.ts'
import { lsdRateRecord } from '../records.ts'
import { listLsdRates, lsdYieldRecord } from './list-lsd-rates.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: '5', name: 'Harbor Stake', category: 'Liquid Staking' }),
  ])
  await app.put(yieldPools, [
    poolRow(id(1), { project: '5', symbol: 'HSETH' }),
    poolRow(id(2), { project: 'no-registry' }),
  ])
  await app.put(yieldSamples, [
    sampleRow(id(1), at(31), { apyBasePct: 900 }),
    sampleRow(id(1), at(3, 1), { apyBasePct: 800 }),
    sampleRow(id(1), at(3, 23), { apyBasePct: 2 }),
    sampleRow(id(1), at(1), {}),
    sampleRow(id(1), at(0, 11), {
      tvlUsd: 300_000.4,
      apyPct: 3.1234567,
      apyBasePct: 3,
      apyRewardPct: 0.1234567,
      apyBase7dPct: 2.9,
    }),
    sampleRow(id(2), at(0, 11), { tvlUsd: 100_000.13, apyPct: 4 }),
    sampleRow(id(3), at(8), { tvlUsd: 9e9 }),
  ])
  await app.put(stakingRates, [
    stakingRow({ coin: 'ethereum:0xa', atSec: at(1), expectedRate: 1, marketRate: 2 }),
    stakingRow({
      coin: 'ethereum:0xa',
      atSec: at(0, 11),
      name: 'Harbor Stake',
      symbol: 'HSETH',
      type: 'accruing',
      expectedRate: 1.1,
      marketRate: 1.078,
      fee: 0.1,
      pool: id(1),
    }),
    stakingRow({
      coin: 'base:0xb',
      atSec: at(0, 11),
      symbol: 'BETH',
      type: 'rebase',
      marketRate: 1.0000001,
      pool: id(2),
    }),
    stakingRow({ coin: 'ethereum:0xc', atSec: at(7, 12), symbol: 'CETH' }),
    stakingRow({ coin: 'ethereum:0xd', atSec: at(7, 12) - 1, symbol: 'OLDETH' }),
    stakingRow({ coin: 'ethereum:0xe', atSec: at(0, 11), symbol: 'EETH', pool: id(3) }),
  ])
})

afterAll(() => app.stop())

const rates = (query = '') =>
  bodyOf<Record<string, unknown>[]>(app, `/yields/lsdRates${query}`, { pro: true })
const yields = (query = '') => itemsOf(app, `/yields/lsdRates?shape=A${query}`, { pro: true })

test('default: a bare list of rates, most value first; what is too old is left out', async () => {
  const body = await rates()
  expect(body).toEqual([
    {
      name: 'Harbor Stake',
      symbol: 'HSETH',
      address: '0xa',
      type: 'accruing',
      expectedRate: 1.1,
      marketRate: 1.078,
      // 1.078 ÷ 1.1 = 0.98.
      ethPeg: expect.closeTo(-2, 10),
      fee: 0.1,
    },
    {
      name: 'Example Stake',
      symbol: 'BETH',
      address: '0xb',
      type: 'rebase',
      expectedRate: 1,
      marketRate: 1.0000001,
      ethPeg: expect.closeTo(0.00001, 12),
      fee: null,
    },
    {
      name: 'Example Stake',
      symbol: 'CETH',
      address: '0xc',
      type: null,
      expectedRate: 1,
      marketRate: null,
      ethPeg: null,
      fee: null,
    },
    {
      name: 'Example Stake',
      symbol: 'EETH',
      address: '0xe',
      type: null,
      expectedRate: 1,
      marketRate: null,
      ethPeg: null,
      fee: null,
    },
  ])
  expect(Value.Check(Type.Array(lsdRateRecord.schema), body)).toBe(true)
  expect(await rates('?shape=B')).toEqual(body)
})

test('behavior: shape A is the same tokens by their pools, in the wrapper', async () => {
  const items = await yields()
  expect(items).toEqual([
    {
      pool: id(1),
      project: 'harbor-stake',
      symbol: 'HSETH',
      chain: 'Ethereum',
      apy: 3.12346,
      tvlUsd: 300_000,
      apyBase: 3,
      apyBase7d: 2.9,
      // The last records of three days ago and of today; yesterday's has no base yield, and 31 days
      // ago is too long: (2 + 3) ÷ 2.
      apyBase30d: 2.5,
      // 300,000.4 of 400,000.53.
      marketShare: 75,
    },
    {
      pool: id(2),
      project: 'no-registry',
      symbol: 'BETH',
      chain: 'Base',
      apy: 4,
      tvlUsd: 100_000,
      apyBase: null,
      apyBase7d: null,
      apyBase30d: null,
      marketShare: 25,
    },
    {
      pool: null,
      project: null,
      symbol: 'CETH',
      chain: 'Ethereum',
      apy: null,
      tvlUsd: null,
      apyBase: null,
      apyBase7d: null,
      apyBase30d: null,
      marketShare: null,
    },
    {
      pool: id(3),
      project: null,
      symbol: 'EETH',
      chain: 'Ethereum',
      apy: null,
      tvlUsd: null,
      apyBase: null,
      apyBase7d: null,
      apyBase30d: null,
      marketShare: null,
    },
  ])
  for (const item of items) expect([...Value.Errors(lsdYieldRecord.schema, item)]).toEqual([])
  expect([...Value.Errors(listLsdRates.response, { status: 'success', data: items })]).toEqual([])
})

test('behavior: symbol, limit and fields, in both shapes; a share is of all of them', async () => {
  expect(await rates('?symbol=beth&fields=symbol')).toEqual([{ symbol: 'BETH' }])
  expect(await rates('?limit=1&fields=address')).toEqual([{ address: '0xa' }])
  expect(await yields('&symbol=BETH,CETH&limit=1&fields=marketShare')).toEqual([
    { marketShare: 25 },
  ])
})

test.each(['shape=C', 'shape=a', 'shape=AB', 'limit=-1', 'limit=abc', 'limit=100001'])(
  'error: 400 for %s',
  async (query) => {
    expect(await app.get(`/yields/lsdRates?${query}`, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  },
)

test('error: the message names the allowed shapes', async () => {
  const { body } = await app.get('/yields/lsdRates?shape=C', { pro: true })
  expect(body).toMatchObject({ message: 'Parameter `shape` must be one of B, A, not "C".' })
})

test('behavior: each shape is sorted by its own columns, in pages', async () => {
  const names = async (query: string) => (await rates(query)).map(({ symbol }) => symbol)
  const all = await names('')
  expect(await names('?sort=symbol')).toEqual(all.toSorted())
  expect(await names('?sort=symbol&order=desc&limit=1')).toEqual([all.toSorted().at(-1)])
  const { status, body } = await app.get('/yields/lsdRates?sort=apy', { pro: true })
  expect([status, body]).toMatchObject([400, { error: 'invalid_parameter' }])
  expect((await app.get('/yields/lsdRates?sort=apy&shape=A', { pro: true })).status).toBe(200)
})
