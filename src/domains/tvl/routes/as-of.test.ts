import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { chainAssets, tvlRecords, tvlTokens } from '../facts.ts'
import { at, bodyOf, held, protocolRow, putAt, record, tokenRecord } from '../facts-for-tests.ts'

const FIRST = '2026-01-14T11:10:00Z'
const CORRECTION = '2026-01-14T11:20:00Z'
const BETWEEN = '2026-01-14T11:15:00Z'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  const asset = (valueUsd: number) => ({
    chain: 'base',
    bucket: 'native',
    symbol: 'ETH',
    atSec: at(0, 11),
    valueUsd,
  })
  await putAt(app, FIRST, [
    [protocols, [protocolRow({ id: '1', name: 'First Name' })]],
    [
      tvlRecords,
      [...record('1', at(1), { ethereum: 80 }), ...record('1', at(0, 11), { ethereum: 100 })],
    ],
    [
      tvlTokens,
      [
        ...tokenRecord('1', at(1), { 'ethereum:0xa AAA': [8, 80] }),
        ...tokenRecord('1', at(0, 11), { 'ethereum:0xa AAA': [10, 100] }),
      ],
    ],
    [chainAssets, [asset(5)]],
  ])
  // The newest figures were wrong, so was yesterday's; a chain was forgotten; the protocol has a
  // new name and category.
  await putAt(app, CORRECTION, [
    [
      protocols,
      [
        protocolRow({
          id: '1',
          name: 'Second Name',
          category: 'Lending',
          previousNames: ['First Name'],
        }),
      ],
    ],
    [
      tvlRecords,
      [
        ...record('1', at(1), { ethereum: 90 }),
        ...record('1', at(0, 11), { ethereum: 120, bsc: 5 }),
      ],
    ],
    [
      tvlTokens,
      [
        ...tokenRecord('1', at(1), { 'ethereum:0xa AAA': [9, 90] }),
        ...tokenRecord('1', at(0, 11), { 'ethereum:0xa AAA': [12, 120] }),
      ],
    ],
    [chainAssets, [asset(6)]],
  ])
  await app.put(tvlRecords, [
    ...held(record('1', at(0, 11), { ethereum: 400e9 })),
    ...held(record('1', at(0, 12), { ethereum: 500e9 })),
  ])
  await app.put(tvlTokens, held(tokenRecord('1', at(0, 12), { 'ethereum:0xz JUNK': [1, 500e9] })))
})

afterAll(() => app.stop())

const point = (date: number, totalLiquidityUSD: number) => ({ date, totalLiquidityUSD })

const THEN = {
  protocols: [{ name: 'First Name', category: 'Dexs', tvl: 100, chainTvls: { Ethereum: 100 } }],
  tvl: 100,
  detail: { tvl: [point(at(1), 80), point(at(0), 100), point(at(0, 11), 100)] },
  chains: [['Ethereum', 100]],
  history: [
    { date: at(1), tvl: { Ethereum: 80 } },
    { date: at(0), tvl: { Ethereum: 100 } },
  ],
  holders: [{ name: 'First Name', amountUsd: { 'ethereum:0xa': 100 } }],
  // (10 − 8) × 10.
  inflows: { inflows: 20, oldTokens: { tvl: { AAA: 8 } }, currentTokens: { tvl: { AAA: 10 } } },
  assets: { Base: { native: { total: '5' } } },
}

const NOW = {
  protocols: [
    { name: 'Second Name', category: 'Lending', tvl: 125, chainTvls: { Ethereum: 120, BSC: 5 } },
  ],
  tvl: 125,
  detail: { tvl: [point(at(1), 90), point(at(0), 125), point(at(0, 11), 125)] },
  chains: [
    ['Ethereum', 120],
    ['BSC', 5],
  ],
  history: [
    { date: at(1), tvl: { Ethereum: 90 } },
    { date: at(0), tvl: { Ethereum: 120, BSC: 5 } },
  ],
  holders: [{ name: 'Second Name', amountUsd: { 'ethereum:0xa': 120 } }],
  inflows: { inflows: 30, oldTokens: { tvl: { AAA: 9 } }, currentTokens: { tvl: { AAA: 12 } } },
  assets: { Base: { native: { total: '6' } } },
}

describe.each([
  ['as it was known before the correction, ISO', `?asOf=${BETWEEN}`, 'first-name', THEN],
  [
    'as it was known before the correction, Unix seconds',
    `?asOf=${Date.parse(BETWEEN) / 1000}`,
    'first-name',
    THEN,
  ],
  ['at the time of the correction', `?asOf=${CORRECTION}`, 'second-name', NOW],
  ['now: held rows are never served', '', 'second-name', NOW],
])('%s', (_, query, slug, expected) => {
  const pro = (path: string) => bodyOf(app, `${path}${query}`, { pro: true })

  test('default', async () => {
    expect(await pro('/api/protocols')).toMatchObject(expected.protocols)
    expect(await pro(`/api/tvl/${slug}`)).toBe(expected.tvl)
    expect(await pro(`/api/protocol/${slug}`)).toMatchObject(expected.detail)
    const chains = (await pro('/api/v2/chains')) as { name: string; tvl: number }[]
    expect(chains.map(({ name, tvl }) => [name, tvl])).toEqual(expected.chains)
    expect(await pro('/api/v2/historicalChainTvl')).toEqual(expected.history)
    expect(await pro('/api/tokenProtocols/aaa')).toMatchObject(expected.holders)
    expect(await pro(`/api/inflows/${slug}/${at(1)}`)).toMatchObject(expected.inflows)
    expect(await pro('/api/chainAssets')).toMatchObject(expected.assets)
    expect(await pro('/api/tokenProtocols/junk')).toEqual([])
  })
})

test('behavior: before anything was known there is nothing', async () => {
  const before = '?asOf=2026-01-14T11:00:00Z'
  expect(await bodyOf(app, `/protocols${before}`)).toEqual([])
  expect(await bodyOf(app, `/v2/chains${before}`)).toEqual([])
  expect(await bodyOf(app, `/v2/historicalChainTvl${before}`)).toEqual([])
  expect((await app.get(`/tvl/first-name${before}`)).status).toBe(404)
})
