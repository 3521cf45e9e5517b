import { expect } from 'vitest'
import { prices, supplies } from '../../src/domains/coins/facts.ts'
import { protocols, tokens } from '../../src/domains/registry/facts.ts'
import { tvlRecords } from '../../src/domains/tvl/facts.ts'
import { receipts } from '../../src/live/receipts/receipt.ts'
import { commitRows } from '../../src/runs/run.ts'
import { NOW_SEC, type TestApp } from './test-app.ts'

export const BITCOIN = 'aggregator:bitcoin'
const AT = NOW_SEC - 3 * 3600

/** Runs 1 to 5: protocols, tokens and prices, TVL, a failed run, a receipt with its address. */
export async function fillFirst(app: TestApp): Promise<void> {
  await app.put(protocols, [
    { id: '1', name: 'Example Swap', category: 'Dexs', previousNames: ['Old Swap'] },
    { id: '2', name: 'Sample Lend', category: 'Lending' },
  ])
  await app.put(tokens, [{ coin: BITCOIN, symbol: 'BTC' }])
  await app.put(tvlRecords, [tvl('1', 'ethereum', 1_000_000.25), tvl('2', 'base', 500_000)])
  const failing = commitRows(app.app.store, { source: 'broken', clock: app.app.clock }, () =>
    Promise.reject(new Error('no response')),
  )
  await expect(failing).rejects.toThrow('no response')
  await app.put(receipts, [receipt()])
}

/** Runs 6 to 9: prices; revisions; a held row beside a served one; the held one released. */
export async function fillLater(app: TestApp): Promise<void> {
  await app.put(prices, [price(AT, 64_000.1), price(AT + 3600, 0.1 + 0.2)])
  await app.put(prices, [price(AT, 64_000.2), price(AT + 7200, -0)])
  await app.put(tvlRecords, [
    tvl('1', 'ethereum', 2_000_000, { atSec: AT + 3600 }),
    tvl('2', 'base', 9e15, { atSec: AT + 3600, quality: 'held' }),
  ])
  await app.put(tvlRecords, [tvl('2', 'base', 600_000, { atSec: AT + 3600 })])
}

/** Run 10: another fact. Run 11: a revision. */
export async function fillMore(app: TestApp): Promise<void> {
  await app.put(supplies, [{ coin: BITCOIN, atSec: AT, circulating: 19_000_000 }])
  await app.put(prices, [price(AT + 3600, 65_000)])
}

export const PATHS = [
  '/protocols',
  '/protocol/example-swap',
  '/v2/chains',
  '/v2/historicalChainTvl',
  '/v2/historicalChainTvl/Ethereum',
  '/charts',
  `/prices/current/${BITCOIN}`,
  `/prices/historical/${AT + 3600}/${BITCOIN}`,
  `/chart/${BITCOIN}?start=${AT}&span=3&period=1h`,
  `/prices/current/${BITCOIN}?asOf=2026-01-14T12:00:00Z`,
  '/v2/chains?asOf=2026-01-14T11:59:59Z',
  '/meta/revisions?fact=prices',
  '/meta/revisions?fact=tvl_records',
  '/meta/datasets',
  '/meta/quality',
  '/meta/changes?since=0&limit=20000',
  '/meta/changes?since=3&limit=1',
  ...Array.from({ length: 12 }, (_, index) => `/meta/runs/${index + 1}`),
]

/** Status and body of each path. */
export async function responsesOf(app: TestApp): Promise<Record<string, string>> {
  const responses: Record<string, string> = {}
  for (const url of PATHS) {
    const { statusCode, payload } = await app.app.server.inject({ method: 'GET', url })
    responses[url] = `${statusCode} ${payload.replace(/"requestId":"[^"]*"/, '')}`
  }
  return responses
}

function price(atSec: number, priceUsd: number) {
  return { coin: BITCOIN, atSec, priceUsd, confidence: 0.9 }
}

function tvl(protocol: string, chain: string, tvlUsd: number, more: object = {}) {
  return { protocol, chain, section: 'tvl', atSec: AT, tvlUsd, ...more }
}

function receipt() {
  const texts = { codeHash: 'c', methodology: 'm', blocks: '[]', prices: '[]', programHash: null }
  const numbers = { fromSec: AT - 60, methodologyVersion: 1, roundTrips: 0, knownRun: 0 }
  const rest = { unpriced: [], addresses: null, address: '{"file":"/home/me/adapter.ts"}' }
  return { source: 'adapter:x', atSec: AT, ...texts, ...numbers, ...rest }
}
