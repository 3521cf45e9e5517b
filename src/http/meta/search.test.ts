import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/facts.ts'
import { preIpoCompanies } from '../../domains/pre-ipo/facts.ts'
import { tokens } from '../../domains/registry/facts.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  const coin = (id: string, symbol: string, name: string) => ({ coin: id, symbol, name })
  await app.put(tokens, [
    coin('aggregator:harbor', 'HBR', 'Harbor'),
    coin('aggregator:harbor-two', 'HBR2', 'Harbor Two'),
    coin('ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USDC', 'USD Coin'),
  ])
  await app.put(prices, [
    { coin: 'aggregator:harbor', atSec: NOW_SEC - 60, priceUsd: 2 },
    { coin: 'aggregator:harbor-two', atSec: NOW_SEC - 60, priceUsd: 3 },
  ])
  await app.put(supplies, [
    { coin: 'aggregator:harbor', atSec: NOW_SEC - 60, circulating: 10 },
    { coin: 'aggregator:harbor-two', atSec: NOW_SEC - 60, circulating: 100 },
  ])
  await app.put(preIpoCompanies, [{ company: 'harbor-robotics', rank: 1, name: 'Harbor Robotics' }])
})
afterAll(() => app.stop())

interface Hit {
  kind: string
  id: string
  sizeUsd: number | null
}

async function find(query: string): Promise<Hit[]> {
  const { body } = await app.get(`/meta/search?${query}`)
  return (body as { hits: Hit[] }).hits
}
const ids = async (query: string) => (await find(query)).map(({ kind, id }) => `${kind} ${id}`)

test('default: what has the words of a text, the largest first, what has no size last', async () => {
  expect(await find('q=harbor')).toEqual([
    {
      kind: 'coin',
      id: 'aggregator:harbor-two',
      name: 'Harbor Two',
      symbol: 'HBR2',
      root: 'free',
      path: '/prices/current/aggregator%3Aharbor-two',
      sizeUsd: 300,
    },
    {
      kind: 'coin',
      id: 'aggregator:harbor',
      name: 'Harbor',
      symbol: 'HBR',
      root: 'free',
      path: '/prices/current/aggregator%3Aharbor',
      sizeUsd: 20,
    },
    {
      kind: 'privateCompany',
      id: 'harbor-robotics',
      name: 'Harbor Robotics',
      symbol: null,
      root: 'pro',
      path: '/pre-ipo/v1/summary?company=harbor-robotics',
      sizeUsd: null,
    },
  ])
})

test('behavior: a whole word is nearer than one that is only begun, whatever its size', async () => {
  expect(await ids('q=hbr')).toEqual(['coin aggregator:harbor', 'coin aggregator:harbor-two'])
})

test.each([
  ['q=ROBOT%20harb', ['privateCompany harbor-robotics']],
  ['q=hárbor&kind=privateCompany', ['privateCompany harbor-robotics']],
  ['q=robtics', ['privateCompany harbor-robotics']],
  ['q=0xA0b869', ['coin ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48']],
  ['q=harbor&limit=1', ['coin aggregator:harbor-two']],
  ['q=arbitrum&kind=chain,coin', ['chain arbitrum', 'chain arbitrum_nova']],
  ['q=nothing-is-called-so', []],
  ['q=%00%F0%9F%9A%80', []],
])('behavior: %s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected)
})

test('behavior: a new name is found at once', async () => {
  await app.put(tokens, [{ coin: 'aggregator:zebra', symbol: 'ZBR', name: 'Zebra' }])
  expect(await ids('q=zebra')).toEqual(['coin aggregator:zebra'])
})

test.each(['', 'q=', 'q=a&kind=planet', 'q=a&limit=0', 'q=a&limit=101'])(
  'error: 400 for %j',
  async (query) => {
    expect((await app.get(`/meta/search?${query}`)).status).toBe(400)
  },
)

test('behavior: no query is made for a text once the names are known', async () => {
  await app.get('/meta/search?q=h')
  const { engine } = app.app.store
  const query = vi.spyOn(engine, 'query')
  const columns = vi.spyOn(engine, 'columns')
  await app.get('/meta/search?q=ha')
  await app.get('/meta/search?q=harb')
  expect(query).not.toHaveBeenCalled()
  expect(columns).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
