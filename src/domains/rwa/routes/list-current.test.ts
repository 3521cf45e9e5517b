import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../../coins/public.ts'
import { rwaAssets, rwaSupply } from '../facts.ts'
import { asset, at, bodyOf, price, putSmallWorld, supply } from '../facts-for-tests.ts'
import { listCurrent } from './list-current.ts'

interface Item {
  id: string
  chain: string[]
  onChainMcap: Record<string, number>
  activeMcap: Record<string, number>
  price: number | null
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

test('behavior: an empty list before anything is known', async () => {
  expect(await bodyOf(app, listCurrent, '/rwa/current')).toEqual([])
})

test('default: all that is there, largest first, with all that is known', async () => {
  await putSmallWorld(app)
  const items = await bodyOf<Item[]>(app, listCurrent, '/rwa/current')
  // 990 of the stablecoin, 350 of the fund, 300, 100, 60, gold without a price; what was given up a
  // month ago is gone.
  expect(items.map(({ id }) => id)).toEqual(['usd', 'hbf', 'vote', 'whbf', 'both', 'gold'])
  expect(items[1]).toEqual({
    id: 'hbf',
    canonicalMarketId: 'harbor/hbf',
    ticker: 'HBF',
    assetName: 'Harbor Bill Fund',
    assetGroup: 'Treasuries',
    primaryChain: 'Ethereum',
    chain: ['Ethereum', 'Base'],
    category: ['Treasuries'],
    assetClass: [],
    type: 'Asset',
    rwaClassification: null,
    accessModel: 'Permissioned',
    issuer: 'Harbor Trust',
    parentPlatform: 'Harbor',
    stablecoin: false,
    governance: false,
    // 130 × 2.5; 10 × 2.5.
    onChainMcap: { Ethereum: 325, Base: 25 },
    // (130 − 20 − 5) × 2.5.
    activeMcap: { Ethereum: 262.5, Base: 25 },
    // 12 × 2.5 in Cedar Lend; not the issuer's own, not the exchange, nothing untracked, no dust.
    defiActiveTvl: { Ethereum: { 'cedar-lend': 30 } },
    price: 2.5,
    activeMcapData: true,
    aggregatorId: null,
    logo: null,
    website: [],
    socialHandle: [],
    isin: null,
    issuerSourceLink: [],
    issuerRegistryInfo: [],
    attestationLinks: [],
    descriptionNotes: [],
    attestations: null,
    redeemable: true,
    cexListed: null,
    kycForMintRedeem: null,
    kycAllowlistedWhitelistedToTransferHold: null,
    transferable: null,
    selfCustody: null,
    delisted: null,
    contracts: { Ethereum: ['0xabcd', '0x02'], Base: ['0x03'] },
  })
})

test('behavior: a stablecoin has the figures that the stablecoins have, not its own rows', async () => {
  const items = await bodyOf<Item[]>(app, listCurrent, '/rwa/current')
  // (1,100 − 100) × 0.99.
  expect(items[0]).toMatchObject({
    chain: ['Ethereum'],
    onChainMcap: { Ethereum: 990 },
    activeMcap: {},
    price: 0.99,
  })
})

test('behavior: an asset without a main chain does not name one', async () => {
  const items = await bodyOf<Item[]>(app, listCurrent, '/rwa/current')
  expect(items.filter((item) => 'primaryChain' in item).map(({ id }) => id)).toEqual(['hbf'])
})

test('behavior: without a price there is no figure; yesterday’s report stands', async () => {
  const items = await bodyOf<Item[]>(app, listCurrent, '/rwa/current')
  expect(items[5]).toMatchObject({ id: 'gold', chain: ['Base'], onChainMcap: {}, price: null })
  expect(items[2]).toMatchObject({ id: 'vote', onChainMcap: { Ethereum: 300 }, activeMcap: {} })
})

test('behavior: later runs are followed, and a correction replaces what it corrects', async () => {
  await app.put(rwaSupply, [supply('both', 'My Chain', at(0), 61), supply('new', 'tron', at(0), 4)])
  await app.put(rwaAssets, [asset({ id: 'new', aggregatorId: 'new' })])
  await app.put(prices, [price('new', at(0), 5_000), price('both', at(0, 10), 2)])
  const items = await bodyOf<Item[]>(app, listCurrent, '/rwa/current')
  expect(items.slice(0, 1)).toMatchObject([{ id: 'new', onChainMcap: { Tron: 20_000 } }])
  // 61 × 2.
  expect(items.find(({ id }) => id === 'both')).toMatchObject({
    onChainMcap: { 'My Chain': 122 },
    price: 2,
  })
})
