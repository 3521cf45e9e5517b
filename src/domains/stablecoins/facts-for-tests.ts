import { expect } from 'vitest'
import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { prices } from '../coins/public.ts'
import { fxRates, stablecoinBridged, stablecoinSupply, stablecoins } from './facts.ts'
import type { Stablecoin } from './read/coins.ts'

/** Midnight of some days ago, and hours after it. Tests take place at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

/** A stablecoin of which only the most necessary is known, unless the test says more. */
export function stablecoin(known: Partial<Stablecoin> & Pick<Stablecoin, 'id'>): Stablecoin {
  return {
    name: `Stablecoin ${known.id}`,
    symbol: `S${known.id}`,
    pegType: 'peggedUSD',
    pegMechanism: 'fiat-backed',
    coin: null,
    aggregatorId: null,
    rankingSiteId: null,
    priceSource: null,
    address: null,
    url: null,
    description: null,
    mintRedeemDescription: null,
    auditLinks: [],
    wiki: null,
    socialHandle: null,
    yieldBearing: false,
    delisted: false,
    deprecated: false,
    deadFromSec: null,
    ...known,
  }
}

export function supply(
  asset: string,
  chain: string,
  atSec: number,
  minted: number,
  unreleased = 0,
) {
  return { asset, chain, atSec, minted, unreleased }
}

export function bridged(
  asset: string,
  chain: string,
  sourceChain: string,
  atSec: number,
  amount: number,
) {
  return { asset, chain, sourceChain, atSec, amount }
}

export function price(coin: string, atSec: number, priceUsd: number) {
  return { coin: `aggregator:${coin}`, atSec, priceUsd, confidence: 0.99 }
}

/**
 * A small world whose figures are worked out in the tests. Alpha is minted on Ethereum and Tron and
 * bridged to Base; Beta is pegged to the euro; Gamma floats and has no price; Delta stopped ten
 * days ago; nothing was ever reported of Epsilon.
 */
export async function putSmallWorld(app: TestApp): Promise<void> {
  await app.put(stablecoins, [
    stablecoin({
      id: '1',
      name: 'Alpha Dollar',
      symbol: 'ALP',
      aggregatorId: 'alpha',
      priceSource: 'aggregator',
      auditLinks: ['https://example.org/audit'],
    }),
    stablecoin({
      id: '2',
      name: 'Beta Euro',
      symbol: 'BET',
      aggregatorId: 'beta',
      pegType: 'peggedEUR',
      yieldBearing: true,
    }),
    stablecoin({
      id: '3',
      name: 'Gamma Index',
      symbol: 'GAM',
      pegType: 'peggedVAR',
      pegMechanism: 'algorithmic',
    }),
    stablecoin({
      id: '4',
      name: 'Delta Dollar',
      symbol: 'DEL',
      aggregatorId: 'delta',
      deadFromSec: at(9),
      delisted: true,
      deprecated: true,
    }),
    stablecoin({ id: '10', name: 'Epsilon Dollar', symbol: 'EPS' }),
  ])
  await app.put(stablecoinSupply, [
    supply('1', 'ethereum', at(30), 1_000, 100),
    supply('1', 'ethereum', at(7), 1_500, 100),
    supply('1', 'ethereum', at(1), 2_000, 100),
    supply('1', 'ethereum', at(0, 1), 9_999, 0),
    supply('1', 'ethereum', at(0, 11), 2_100, 100),
    supply('1', 'tron', at(1), 50),
    supply('2', 'ethereum', at(2), 90),
    supply('2', 'ethereum', at(1), 100),
    supply('2', 'ethereum', at(0, 10), 110),
    supply('3', 'base', at(0, 3), 70),
    supply('4', 'tron', at(20), 500),
    supply('4', 'tron', at(10), 400),
    supply('unknown', 'ethereum', at(0, 11), 1_000_000),
  ])
  await app.put(stablecoinBridged, [
    bridged('1', 'base', 'ethereum', at(7), 200),
    bridged('1', 'base', 'ethereum', at(1), 300),
    bridged('1', 'base', 'ethereum', at(0, 11), 400),
  ])
  await app.put(prices, [
    price('alpha', at(1, 5), 0.99),
    price('alpha', at(1, 20), 0.98),
    price('alpha', at(0, 11), 0.97),
    price('beta', at(1, 5), 1.1),
    price('beta', at(0, 11), 1.2),
    price('delta', at(20), 0.5),
  ])
  await app.put(fxRates, [{ currency: 'EUR', atSec: at(3), usdPerUnit: 1.05 }])
}

/** The body of a response that must be good, and the same on both roots. */
export async function bodyOf<T>(app: TestApp, url: string): Promise<T> {
  const { status, body } = await app.get(url)
  expect({ url, status }).toEqual({ url, status: 200 })
  const pro = await app.get(`/stablecoins${url}`, { pro: true })
  expect({ url, status: pro.status, body: pro.body }).toEqual({ url, status: 200, body })
  return body as T
}
