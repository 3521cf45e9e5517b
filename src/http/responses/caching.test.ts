import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countResponses, fillSmallWorld } from '../../../test/support/small-world.ts'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
  await fillSmallWorld(app)
})
afterAll(() => app.stop())

async function tagOf(url: string): Promise<string> {
  return String((await app.get(url)).headers.etag)
}

/** A later record of the first protocol, so that every TVL changes. */
async function commitTvl(tvlUsd: number): Promise<void> {
  await app.put(tvlRecords, [
    { protocol: '1', chain: 'ethereum', section: 'tvl', atSec: NOW_SEC - 1200, tvlUsd },
  ])
}

describe('ETag', () => {
  test('default: strong, and the same as long as nothing changes', async () => {
    const tag = await tagOf('/v2/chains')
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(await tagOf('/v2/chains')).toBe(tag)
  })

  test('behavior: changes with a commit to a fact the route reads', async () => {
    const before = await tagOf('/tvl/example-swap')
    await commitTvl(2_000_000)
    expect(await tagOf('/tvl/example-swap')).not.toBe(before)
    expect((await app.get('/tvl/example-swap')).body).toBe(2_000_000)
  })

  test('behavior: stays with a commit to another fact', async () => {
    const before = await tagOf('/tvl/example-swap')
    await app.put(prices, [
      { coin: 'aggregator:bitcoin', atSec: NOW_SEC - 500, priceUsd: 64_100, confidence: 0.9 },
    ])
    expect(await tagOf('/tvl/example-swap')).toBe(before)
  })

  test('behavior: different requests have different tags', async () => {
    const tags = [
      await tagOf('/protocols'),
      await tagOf('/protocols?fields=name'),
      await tagOf('/v2/chains'),
      await tagOf('/tvl/sample-lend'),
    ]
    expect(new Set(tags).size).toBe(tags.length)
  })

  test('behavior: the order and the noise of a query do not matter', async () => {
    const tag = await tagOf('/v2/historicalChainTvl?start=1&end=1999999999')
    expect(await tagOf('/v2/historicalChainTvl?end=1999999999&utm=x&start=1')).toBe(tag)
  })

  test('behavior: a response about the past keeps its tag when new data comes', async () => {
    // The clock stands still, so a time before it sees nothing and a time after it sees everything.
    const past = `/tvl/example-swap?asOf=${NOW_SEC - 86_400}`
    expect((await app.get(past)).status).toBe(404)
    const all = `/v2/chains?asOf=${NOW_SEC - 86_400}`
    const before = await tagOf(all)
    await commitTvl(2_100_000)
    expect(await tagOf(all)).toBe(before)
  })
})

describe('If-None-Match', () => {
  test.each([
    ['the tag itself', (tag: string) => tag],
    ['a weak form', (tag: string) => `W/${tag}`],
    ['a list', (tag: string) => `"other", ${tag} , W/"third"`],
    ['the gzip form', (tag: string) => tag.replace(/"$/, '-gzip"')],
    ['the brotli form', (tag: string) => tag.replace(/"$/, '-br"')],
    ['anything', () => '*'],
  ])('behavior: 304 without a body for %s', async (_, form) => {
    const tag = await tagOf('/protocols')
    const response = await app.get('/protocols', { headers: { 'if-none-match': form(tag) } })
    expect([response.status, response.body]).toEqual([304, ''])
    expect(response.headers).not.toHaveProperty('content-length')
    expect(response.headers).not.toHaveProperty('content-type')
    expect(response.headers['cache-control']).toBe('public, no-cache')
    expect(response.headers.vary).toBe('Accept-Encoding')
  })

  test('behavior: the 304 carries the tag of the copy it confirms', async () => {
    const tag = (await tagOf('/protocols')).replace(/"$/, '-gzip"')
    const response = await app.get('/protocols', { headers: { 'if-none-match': `W/${tag}` } })
    expect(response.headers.etag).toBe(tag)
  })

  test.each(['"other"', '', 'W/"other", "more"', '""'])('behavior: 200 for %j', async (given) => {
    expect((await app.get('/protocols', { headers: { 'if-none-match': given } })).status).toBe(200)
  })

  test('behavior: 304 for a response that was never cached, without asking the handler', async () => {
    const tag = await tagOf('/prices/current/aggregator:bitcoin')
    const made = await countResponses(app, 'coins.getCurrentPrices', 'made')
    expect(
      (await app.get('/prices/current/aggregator:bitcoin', { headers: { 'if-none-match': tag } }))
        .status,
    ).toBe(304)
    expect(await countResponses(app, 'coins.getCurrentPrices', 'made')).toBe(made)
  })

  test('behavior: an old tag gives the new response', async () => {
    const tag = await tagOf('/tvl/example-swap')
    await commitTvl(2_200_000)
    const response = await app.get('/tvl/example-swap', { headers: { 'if-none-match': tag } })
    expect([response.status, response.body]).toEqual([200, 2_200_000])
  })

  test('error: 404 stays 404, whatever the caller claims to have', async () => {
    for (const given of ['*', '"x"'])
      expect(
        (await app.get('/protocol/nobody', { headers: { 'if-none-match': given } })).status,
      ).toBe(404)
  })
})

describe('one response for many', () => {
  test('behavior: 50 callers who ask at once are answered by one run of the handler', async () => {
    await commitTvl(3_000_000)
    const before = await countResponses(app, 'tvl.getHistoricalTvl', 'made')
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => app.get('/v2/historicalChainTvl?start=1')),
    )
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
    expect((await countResponses(app, 'tvl.getHistoricalTvl', 'made')) - before).toBe(1)
  })

  test('behavior: those who ask while the successor is made are given the older response', async () => {
    await app.get('/v2/historicalChainTvl')
    await commitTvl(4_000_000)
    const before = await countResponses(app, 'tvl.getHistoricalTvl', 'stale')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => app.get('/v2/historicalChainTvl')),
    )
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    expect(responses[0]?.headers.etag).not.toBe(responses[1]?.headers.etag)
    expect((await countResponses(app, 'tvl.getHistoricalTvl', 'stale')) - before).toBe(9)
    expect(await tagOf('/v2/historicalChainTvl')).toBe(responses[0]?.headers.etag)
  })

  test('behavior: a repeated request is served from memory', async () => {
    await app.get('/v2/chains')
    const before = await countResponses(app, 'tvl.listChains', 'hit')
    await app.get('/v2/chains')
    expect((await countResponses(app, 'tvl.listChains', 'hit')) - before).toBe(1)
  })

  test('behavior: what is committed is seen by the next request, also through memory', async () => {
    await app.get('/protocol/sample-lend?fields=name')
    await app.put(protocols, [
      { id: '2', name: 'Sample Lend', category: 'Lending', description: 'new words' },
    ])
    expect((await app.get('/protocol/sample-lend?fields=description')).body).toEqual({
      description: 'new words',
    })
    expect((await app.get('/protocol/sample-lend?fields=name')).body).toEqual({
      name: 'Sample Lend',
    })
  })
})
