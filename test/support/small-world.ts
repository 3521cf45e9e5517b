import { prices } from '../../src/domains/coins/facts.ts'
import { protocols, tokens } from '../../src/domains/registry/facts.ts'
import { tvlRecords } from '../../src/domains/tvl/facts.ts'
import { NOW_SEC, type TestApp } from './test-app.ts'

/** Two protocols on two chains and a coin with a price: enough for every kind of response. */
export async function fillSmallWorld(app: TestApp): Promise<void> {
  await app.put(protocols, [
    { id: '1', name: 'Example Swap', category: 'Dexs', previousNames: ['Old Swap'] },
    { id: '2', name: 'Sample Lend', category: 'Lending' },
  ])
  await app.put(tokens, [{ coin: 'aggregator:bitcoin', symbol: 'BTC' }])
  await app.put(prices, [
    { coin: 'aggregator:bitcoin', atSec: NOW_SEC - 600, priceUsd: 64_000, confidence: 0.9 },
  ])
  await app.put(tvlRecords, [
    { protocol: '1', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 1800, tvlUsd: 1_000_000 },
    { protocol: '1', chain: 'arbitrum', section: 'tvl', atSec: NOW_SEC - 1800, tvlUsd: 250_000 },
    { protocol: '2', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 1800, tvlUsd: 500_000 },
  ])
}

/** Enough protocols for a body that is worth compressing. */
export async function fillManyProtocols(app: TestApp, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => String(1000 + index))
  await app.put(
    protocols,
    ids.map((id) => ({ id, name: `Protocol ${id}`, category: 'Dexs' })),
  )
  await app.put(
    tvlRecords,
    ids.map((id) => ({
      protocol: id,
      chain: 'ethereum',
      section: 'tvl',
      atSec: NOW_SEC - 1800,
      tvlUsd: Number(id),
    })),
  )
}

/** How often the responses of an operation came from where, as /metrics counts them. */
export async function countResponses(
  app: TestApp,
  operation: string,
  from: string,
): Promise<number> {
  const { body } = await app.get('/metrics')
  const line = new RegExp(
    `^almanac_answers_total\\{operation="${operation}",from="${from}"\\} (\\d+)`,
    'm',
  ).exec(String(body))
  return Number(line?.[1] ?? 0)
}
