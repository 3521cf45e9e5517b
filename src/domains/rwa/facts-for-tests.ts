import Value from 'typebox/value'
import { expect } from 'vitest'
import { NOW_SEC, TEST_KEY, type TestApp } from '../../../test/support/test-app.ts'
import type { Route } from '../../http/route.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { prices } from '../coins/public.ts'
import { protocols } from '../registry/public.ts'
import { stablecoins } from '../stablecoins/public.ts'
import { rwaAssets, rwaExcluded, rwaPositions, rwaSupply } from './facts.ts'
import type { RwaAsset } from './read/histories.ts'

/** Midnight of some days ago, and hours after it. Tests take place at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

/** An asset of which only the most necessary is known, unless the test says more. */
export function asset(known: Partial<RwaAsset> & Pick<RwaAsset, 'id'>): RwaAsset {
  return {
    canonicalMarketId: null,
    ticker: known.id.toUpperCase(),
    assetName: null,
    assetGroup: null,
    primaryChain: null,
    category: [],
    assetClass: [],
    type: 'Asset',
    rwaClassification: null,
    accessModel: null,
    issuer: null,
    parentPlatform: null,
    stablecoin: false,
    governance: false,
    activeMcapData: false,
    coin: null,
    stablecoinId: null,
    issuerProtocols: [],
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
    redeemable: null,
    cexListed: null,
    kycForMintRedeem: null,
    kycAllowlistedWhitelistedToTransferHold: null,
    transferable: null,
    selfCustody: null,
    delisted: null,
    contracts: [],
    ...known,
  }
}

export function supply(id: string, chain: string, atSec: number, units: number) {
  return { asset: id, chain, atSec, supply: units }
}

export function excluded(id: string, chain: string, holder: string, atSec: number, amount: number) {
  return { asset: id, chain, holder, atSec, amount }
}

export function position(
  id: string,
  chain: string,
  protocol: string,
  atSec: number,
  amount: number,
) {
  return { asset: id, chain, protocol, atSec, amount }
}

export function price(id: string, atSec: number, priceUsd: number) {
  return { coin: `aggregator:${id}`, atSec, priceUsd, confidence: 0.99 }
}

export const PROTOCOLS = [
  { id: '1', name: 'Cedar Lend', category: 'Lending' },
  { id: '2', name: 'Harbor Estates', category: 'RWA', parent: 'parent#harbor' },
  { id: '3', name: 'Big Exchange', category: 'CEX' },
  { id: 'parent#harbor', name: 'Harbor' },
]

/**
 * A small world whose figures are worked out in the tests: a fund on two chains with a wrapper of
 * it, gold without a price, a governance token, a stablecoin whose figures are those of the
 * stablecoins, one that is both, and one that was given up a month ago.
 */
export async function putSmallWorld(app: TestApp): Promise<void> {
  await app.put(protocols, PROTOCOLS)
  await app.put(rwaAssets, [
    asset({
      id: 'hbf',
      canonicalMarketId: 'harbor/hbf',
      assetName: 'Harbor Bill Fund',
      assetGroup: 'Treasuries',
      category: ['Treasuries'],
      primaryChain: 'ethereum',
      accessModel: 'Permissioned',
      issuer: 'Harbor Trust',
      parentPlatform: 'Harbor',
      activeMcapData: true,
      coin: 'aggregator:hbf',
      issuerProtocols: ['parent#harbor'],
      contracts: ['Ethereum:0xABCD', 'ethereum:0x02', '8453:0x03', 'nonsense'],
      redeemable: true,
    }),
    asset({
      id: 'whbf',
      canonicalMarketId: 'harbor/whbf',
      type: 'Wrapper',
      issuer: 'Wrap Co',
      parentPlatform: 'Harbor',
      coin: 'aggregator:hbf',
    }),
    asset({
      id: 'gold',
      canonicalMarketId: 'cedar/gold',
      category: ['Commodities', 'Metals'],
      issuer: 'Cedar Trust',
      parentPlatform: 'Cedar',
    }),
    asset({
      id: 'vote',
      governance: true,
      category: ['Governance'],
      assetGroup: 'Governance',
      issuer: 'Harbor Trust',
      aggregatorId: 'vote',
    }),
    asset({
      id: 'usd',
      canonicalMarketId: 'alpha/usd',
      stablecoin: true,
      category: ['Stablecoins'],
      assetGroup: 'Stablecoins',
      issuer: 'Alpha Co',
      stablecoinId: '1',
    }),
    asset({
      id: 'both',
      canonicalMarketId: 'both/both',
      stablecoin: true,
      governance: true,
      aggregatorId: 'both',
    }),
    asset({ id: 'old', canonicalMarketId: 'old/old', aggregatorId: 'old' }),
  ])
  await app.put(rwaSupply, [
    supply('hbf', 'ethereum', at(3), 100),
    supply('hbf', 'ethereum', at(1, 1), 999),
    supply('hbf', 'ethereum', at(1, 9), 120),
    supply('hbf', 'ethereum', at(0), 130),
    supply('hbf', 'base', at(0), 10),
    supply('whbf', 'ethereum', at(0), 40),
    supply('gold', 'base', at(0), 7),
    supply('vote', 'ethereum', at(1), 100),
    supply('both', 'My Chain', at(0), 60),
    supply('old', 'ethereum', at(40), 10),
    supply('old', 'ethereum', at(30), 10),
    // Its figures come from the stablecoins, and of a ghost nothing is known.
    supply('usd', 'tron', at(0), 5_000),
    supply('ghost', 'ethereum', at(0), 1_000_000),
  ])
  await app.put(rwaExcluded, [
    excluded('hbf', 'ethereum', '0xaa', at(3), 20),
    excluded('hbf', 'ethereum', '0xdead', at(1), 5),
  ])
  await app.put(rwaPositions, [
    position('hbf', 'ethereum', '1', at(1), 10),
    position('hbf', 'ethereum', '1', at(0), 12),
    // The issuer's own, an exchange, one that is not tracked, and 3 × 2.5 = 7.5 dollars of dust.
    position('hbf', 'ethereum', '2', at(0), 50),
    position('hbf', 'ethereum', '3', at(0), 40),
    position('hbf', 'ethereum', '99', at(0), 30),
    position('hbf', 'base', '1', at(0), 3),
  ])
  await app.put(prices, [
    price('hbf', at(3), 2),
    price('hbf', at(0, 6), 2.5),
    price('vote', at(0), 3),
    price('both', at(0), 1),
    price('old', at(40), 1),
    price('alpha', at(1), 1),
    price('alpha', at(0), 0.99),
  ])
  await putStablecoin(app)
}

/** Stablecoin 1: 900 circulate since yesterday, 1,000 today. */
async function putStablecoin(app: TestApp): Promise<void> {
  await app.put(stablecoins, [
    {
      id: '1',
      name: 'Alpha Dollar',
      symbol: 'ALP',
      pegType: 'peggedUSD',
      pegMechanism: 'fiat-backed',
      aggregatorId: 'alpha',
    },
  ])
  const minted = app.app.store.facts.get('stablecoin_supply')
  if (minted === undefined) throw new Error('The stablecoins have no supply.')
  await app.put(minted, [
    { asset: '1', chain: 'ethereum', atSec: at(1), minted: 1_000, unreleased: 100 },
    { asset: '1', chain: 'ethereum', atSec: at(0, 9), minted: 1_100, unreleased: 100 },
  ])
}

/**
 * The body of a response that must be good and fit its own schema; the path takes the key in the
 * path as well.
 */
export async function bodyOf<T>(app: TestApp, route: Route, url: string): Promise<T> {
  const { status, body } = await app.get(url, { pro: true })
  expect({ url, status }).toEqual({ url, status: 200 })
  expect([...Value.Errors(route.response, body)]).toEqual([])
  expect((await app.get(`/${TEST_KEY}${url}`)).body).toEqual(body)
  return body as T
}
