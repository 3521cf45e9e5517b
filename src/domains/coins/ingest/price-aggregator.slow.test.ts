import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FetchWorld } from '../../../../test/support/fetch-world.ts'
import { chains, protocols, tokens } from '../../registry/public.ts'
import { prices, supplies } from '../facts.ts'
import { coinsWatch } from '../watch.ts'
import { priceAggregator } from './price-aggregator.ts'

// The form is that of a common aggregator; the coins are made up.
const RECORDED = readFileSync(join(import.meta.dirname, 'recorded/coins-markets.json'), 'utf8')
const sec = (iso: string) => Date.parse(iso) / 1000
const NOON = '2026-01-14T12:03:00Z'
const LATER = '2026-01-14T13:03:00Z'

let world: FetchWorld
let ids: string[]

beforeEach(async () => {
  world = await FetchWorld.open({
    source: priceAggregator,
    facts: [protocols],
    watches: coinsWatch,
    settings: (url) => ({ url, key: 'secret-key', key_header: 'x-plan-key', ids: 'Dead-Coin' }),
  })
  await world.put(protocols, [{ id: '1', name: 'Example', aggregatorId: 'example-coin' }])
  await world.put(tokens, [
    { coin: 'ethereum:0xa', symbol: 'CAP', redirect: 'aggregator:capped-coin' },
    { coin: 'ethereum:0xb', symbol: 'X', redirect: 'ethereum:0xa' },
  ])
  const ofChains = chains.list().flatMap(({ aggregatorId }) => aggregatorId ?? [])
  ids = [...new Set([...ofChains, 'capped-coin', 'dead-coin', 'example-coin'])].sort()
})

afterEach(() => world.close())

const pathOf = (batch: readonly string[]) =>
  `/coins/markets?vs_currency=usd&ids=${batch.join(',')}&per_page=250&page=1&precision=full`

/** All coins of the registry fit into one request here. */
const path = () => pathOf(ids)

describe('cycles', () => {
  test('default: prices, supplies and tokens of the coins that are known, with the key in a header', async () => {
    world.server.put(path(), RECORDED)
    await world.cycle(NOON)
    expect(world.server.requests.map(({ headers }) => headers['x-plan-key'])).toEqual([
      'secret-key',
    ])
    expect(await world.rows(prices)).toEqual([
      ['aggregator:capped-coin', sec('2026-01-14T11:50:00Z'), 0.04, 0.99],
      ['aggregator:example-coin', sec('2026-01-14T11:58:30Z'), 2.5, 0.99],
    ])
    // 8,000 USD at 0.04 are 200,000 coins; a supply of 0 is not known.
    expect(await world.rows(supplies, ['coin', 'circulating', 'quality'])).toEqual([
      ['aggregator:capped-coin', 200_000, 'extrapolated'],
      ['aggregator:example-coin', 1_000_000, 'ok'],
    ])
    expect((await world.rows(tokens, ['coin', 'symbol', 'name'])).slice(0, 3)).toEqual([
      ['aggregator:capped-coin', 'CAP', 'Capped Coin'],
      ['aggregator:dead-coin', 'DEAD', 'Dead Coin'],
      ['aggregator:example-coin', 'EXM', 'Example Coin'],
    ])
  })

  test('behavior: unchanged responses are not sent again; supplies come once a day, prices every hour', async () => {
    world.server.put(path(), RECORDED)
    await world.cycle(NOON)
    world.server.taken()
    await world.cycle(LATER)
    expect(world.server.taken()).toEqual([`304 ${path()}`])
    const newer = RECORDED.replace('11:58:30.512', '13:58:00.000').replace('2.5,', '2.6,')
    world.server.put(path(), newer)
    await world.cycle('2026-01-14T14:03:00Z')
    expect((await world.rows(prices)).map(([coin, , price]) => [coin, price])).toEqual([
      ['aggregator:capped-coin', 0.04],
      ['aggregator:example-coin', 2.5],
      ['aggregator:example-coin', 2.6],
    ])
    expect(await world.countVersions(prices)).toBe(3)
    expect(await world.countVersions(supplies)).toBe(2)
  })

  test('behavior: more coins than one request may name are requested in batches, in order', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `coin-${String(index).padStart(3, '0')}`)
    await world.put(
      protocols,
      many.map((id) => ({ id, name: id, aggregatorId: id })),
    )
    const all = [...ids, ...many].sort()
    const batches = [all.slice(0, 250), all.slice(250)]
    for (const batch of batches) world.server.put(pathOf(batch), '[]')
    await world.cycle(NOON)
    expect(world.server.taken()).toEqual(batches.map((batch) => `200 ${pathOf(batch)}`))
    // 24 requests a minute: the second waits for about two and a half seconds.
    expect(world.pauses).toHaveLength(1)
    expect(world.pauses[0]).toBeCloseTo(2_500, -2)
  })

  test('behavior: a guard holds a price that cannot be true, and the last one is carried', async () => {
    world.server.put(path(), RECORDED)
    await world.cycle(NOON)
    const wrong = RECORDED.replace('11:58:30.512', '12:58:00.000').replace('2.5,', '2500,')
    world.server.put(path(), wrong)
    await world.cycle(LATER)
    expect((await world.rows(prices, ['coin', 'priceUsd', 'quality'])).at(-1)).toEqual([
      'aggregator:example-coin',
      2.5,
      'carried',
    ])
  })
})

describe('faults', () => {
  test('behavior: 429 with its pause, 500 and a body that breaks off are tried again', async () => {
    world.server.put(path(), RECORDED)
    world.server.fail(
      path(),
      { status: 429, headers: { 'retry-after': '60' } },
      { status: 500 },
      { truncateAt: 100 },
    )
    await world.cycle(NOON)
    expect(world.pauses[0]).toBe(60_000)
    expect(await world.countVersions(prices)).toBe(2)
  })

  test.each([
    ['an error in place of a list', '{"status":{"error_code":10005}}', /is not a list of coins/],
    ['HTML', '<html>', /coins from .* on\) is not valid JSON/],
    ['a text as price', RECORDED.replace('0.04', '"n/a"'), /\[1\]\.current_price is "n\/a"/],
    ['no id', RECORDED.replace('"id": "capped-coin",', ''), /\[1\]\.id is missing/],
  ])('error: %s is named, and nothing is stored', async (_, body, message) => {
    world.server.put(path(), body)
    await expect(world.cycle(NOON)).rejects.toThrow(message)
    expect(await world.countVersions(prices)).toBe(0)
  })

  test('error: a refused key says so without showing it', async () => {
    world.server.fail(path(), { status: 401 })
    const error = await world.cycle(NOON).then(String, (reason: unknown) => String(reason))
    expect(error).toContain('refused the request (HTTP status 401)')
    expect(error).not.toContain('secret-key')
  })
})
