import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TEST_KEY, TestApp } from '../../test/support/test-app.ts'
import { callTool, connectOverHttp, type ToolResponse } from './agent-for-tests.ts'
import { MAX_RESPONSE_BYTES } from './write-response.ts'

let app: TestApp
let agent: Client
beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  const baseUrl = `http://127.0.0.1:${await app.listen()}`
  agent = await connectOverHttp(baseUrl, { Authorization: `Bearer ${TEST_KEY}` })
})
afterAll(async () => {
  await agent.close()
  await app.stop()
})

async function ask(tool: string, given: object): Promise<ToolResponse['body']> {
  const { isError, text, body } = await callTool(agent, tool, given)
  expect(isError, text).toBe(false)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_RESPONSE_BYTES)
  expect(body.asOf).toBe('2026-01-14T12:00:00.000Z')
  expect(body.sources.length).toBeGreaterThan(0)
  return body
}

const CALLS: Record<string, object> = {
  search: { query: 'harbor' },
  protocol: { protocol: 'harbor-swap' },
  compare: { protocols: ['harbor-swap', 'harbor-stake', 'nobody'] },
  series: { metric: 'tvl', of: 'protocol', id: 'harbor-swap' },
  top: { what: 'fees', limit: 5 },
  yields: { stablecoin: true, limit: 3 },
  stablecoins: { asset: 'usdt' },
  company: { company: 'ZBLTH' },
  unlocks: { withinDays: 60 },
  hacks_and_raises: { kind: 'both', limit: 4 },
  explain_figure: { operation: 'getCurrentTvl', parameters: { protocol: 'harbor-swap' } },
  sql: {
    query: 'SELECT name FROM protocols WHERE name = {name:String}',
    parameters: { name: 'Harbor Swap' },
  },
}

test('default: every tool is listed with a strict schema, and answered', async () => {
  const { tools } = await agent.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort())
  for (const { inputSchema, description, annotations } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(description?.length).toBeGreaterThan(40)
    expect(annotations).toEqual({ readOnlyHint: true })
  }
})

test.each(Object.keys(CALLS))(
  'behavior: %s cites paths that answer the same again',
  async (name) => {
    const { sources, data } = await ask(name, CALLS[name] ?? {})
    expect(Object.keys(data).length).toBeGreaterThan(0)
    for (const { address, run, body } of sources) {
      expect(address).toContain('asOf=2026-01-14T12%3A00%3A00.000Z')
      const again =
        body === undefined
          ? await app.get(address, { pro: true })
          : await app.post(address, body, { pro: true })
      // What reads facts says up to which run; a protocol without fees is 404 both times.
      expect([200, 404]).toContain(again.status)
      if (run !== null) expect(Number(again.headers['x-as-of-run'])).toBe(run)
    }
    // Two operations about the data itself have no run of their own in a header.
    const isCited = sources.some(({ run }) => run === 2)
    expect(isCited || ['search', 'explain_figure'].includes(name)).toBe(true)
  },
)

describe('figures are those of the endpoints', () => {
  const get = async <T>(path: string) => (await app.get(path, { pro: true })).body as T

  test('behavior: protocol', async () => {
    const { data } = await ask('protocol', { protocol: 'harbor-swap' })
    const body = await get<{ currentChainTvls: Record<string, number>; mcap: number }>(
      '/api/protocol/harbor-swap',
    )
    const fees = await get<{ total24h: number }>('/api/summary/fees/harbor-swap')
    const [first] = data.tvlByChain as [{ chain: string; tvlUsd: number }]
    expect(first.tvlUsd).toBe(Math.max(...Object.values(body.currentChainTvls)))
    expect(body.currentChainTvls[first.chain]).toBe(first.tvlUsd)
    expect(data.mcap).toBe(body.mcap)
    expect(data.feesUsd).toMatchObject({ total24h: fees.total24h })
  })

  test('behavior: compare', async () => {
    const { data } = await ask('compare', CALLS.compare ?? {})
    const rows = data.protocols as { slug: string; tvl: number; volumeUsd: object | null }[]
    const tvl = await get<number>('/api/tvl/harbor-swap')
    expect(rows.map(({ slug }) => slug)).toEqual(['harbor-swap', 'harbor-stake'])
    expect(rows[0]?.tvl).toBe(tvl)
    expect(rows[0]?.volumeUsd).toHaveProperty('total24h')
    // Nothing is traded where coins are staked.
    expect(rows[1]?.volumeUsd).toBeNull()
    expect(data.notFound).toEqual(['nobody'])
  })

  test('behavior: series, newest first, within the range', async () => {
    const range = { start: '2026-01-10', end: '2026-01-12' }
    const { data } = await ask('series', { metric: 'fees', of: 'chain', id: 'Ethereum', ...range })
    const { totalDataChart } = await get<{ totalDataChart: [number, number][] }>(
      '/api/overview/fees/Ethereum',
    )
    const days = [12, 11, 10].map((day) => Date.UTC(2026, 0, day) / 1000)
    expect(data.points).toEqual(
      days.map((daySec) => [
        new Date(daySec * 1000).toISOString().slice(0, 10),
        totalDataChart.find(([atSec]) => atSec === daySec)?.[1],
      ]),
    )
  })

  test.each([
    { metric: 'tvl', of: 'all' },
    { metric: 'tvl', of: 'chain', id: 'Ethereum' },
    { metric: 'revenue', of: 'protocol', id: 'harbor-swap' },
    { metric: 'volume', of: 'all' },
    { metric: 'price', of: 'coin', id: 'aggregator:bitcoin' },
    { metric: 'apy', of: 'pool', id: 'ff450c18-3fbb-57da-9454-02e4c317f463' },
  ])('behavior: series has 90 days of $metric of $of', async (given) => {
    const { data } = await ask('series', given)
    const points = data.points as [string, number][]
    // The days that are missing in the demo world are few.
    expect(points.length).toBeGreaterThan(80)
    expect(points.length).toBeLessThan(93)
    expect(Date.parse(points[0]?.[0] ?? '') / 1000).toBeGreaterThan(NOW_SEC - 3 * 86_400)
    expect(points.every(([, value]) => value > 0)).toBe(true)
  })

  test('behavior: a long series is cut at its old end, and says so', async () => {
    const given = { metric: 'tvl', of: 'all', start: '2024-01-15', end: '2026-01-14' }
    const { data, omitted } = await ask('series', given)
    const points = data.points as [string, number][]
    expect(points[0]?.[0]).toBe('2026-01-14')
    // 15 January 2024 to 14 January 2026: 731 days.
    expect(omitted).toMatchObject([{ list: 'data.points', shown: points.length, of: 731 }])
    expect(omitted?.[0]?.toGetTheRest).toContain('start and end')
  })

  test('behavior: top', async () => {
    const { data, omitted } = await ask('top', { what: 'chains', limit: 3 })
    const chains = await get<{ name: string; tvl: number }[]>('/api/v2/chains')
    const largest = chains.toSorted((a, b) => b.tvl - a.tvl).slice(0, 3)
    expect(data.ranking).toMatchObject(largest.map(({ name, tvl }) => ({ name, tvl })))
    expect(omitted).toMatchObject([{ shown: 3, of: chains.length }])
    const dexs = await ask('top', { what: 'protocols', chain: 'ethereum', category: 'dexs' })
    const ranking = dexs.data.ranking as { category: string }[]
    expect(ranking.length).toBeGreaterThan(1)
    expect(new Set(ranking.map(({ category }) => category))).toEqual(new Set(['Dexs']))
  })

  test('behavior: yields', async () => {
    const { data } = await ask('yields', { chain: 'Ethereum', minTvlUsd: 10_000_000, limit: 2 })
    const { data: all } = await get<{ data: { apy: number; tvlUsd: number; chain: string }[] }>(
      '/yields/pools',
    )
    const wanted = all.filter(({ chain, tvlUsd }) => chain === 'Ethereum' && tvlUsd >= 1e7)
    const best = wanted.toSorted((a, b) => b.apy - a.apy).slice(0, 2)
    expect((data.pools as { apy: number }[]).map(({ apy }) => apy)).toEqual(
      best.map(({ apy }) => apy),
    )
  })

  test('behavior: stablecoins', async () => {
    const { data } = await ask('stablecoins', { asset: 'USDT' })
    // The demo world has 112 billion of them.
    expect(data).toMatchObject({ name: 'Tether', pegType: 'peggedUSD' })
    expect(data.supply).toBeCloseTo(112e9, -1)
    const chains = data.chains as { supply: number }[]
    expect(chains.reduce((sum, { supply }) => sum + supply, 0)).toBeCloseTo(112e9, -1)
  })

  test('behavior: company, listed and private', async () => {
    const listed = await ask('company', { company: 'zblth' })
    const summary = await get('/equities/v1/summary?ticker=ZBLTH&country=US')
    expect(listed.data).toMatchObject({
      kind: 'company',
      symbol: 'ZBLTH',
      summary: summary as object,
    })
    expect(listed.data.holdings).toMatchObject({ assets: { bitcoin: {} } })
    const privately = await ask('company', { company: 'Northwind Minds' })
    expect(privately.data).toMatchObject({ kind: 'privateCompany', id: 'northwind-minds' })
    expect((privately.data.rounds as object[]).length).toBeGreaterThan(0)
  })

  test('behavior: unlocks ahead, soonest first, with their value', async () => {
    const { data } = await ask('unlocks', { withinDays: 365, limit: 100 })
    const rows = data.unlocks as { date: string; tokens: number; valueUsd: number | null }[]
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).sort())
    expect(Date.parse(rows[0]?.date ?? '')).toBeGreaterThanOrEqual(NOW_SEC * 1000)
    const emissions =
      await get<{ protocolSlug: string; nextEvent: object; tokenPrice: { price: number }[] }[]>(
        '/api/emissions',
      )
    const first = rows[0] as unknown as { protocolSlug: string; tokens: number; valueUsd: number }
    const emission = emissions.find(({ protocolSlug }) => protocolSlug === first.protocolSlug)
    expect(first.valueUsd).toBe(first.tokens * (emission?.tokenPrice[0]?.price ?? Number.NaN))
  })

  test('behavior: hacks and raises in dollars', async () => {
    const { data } = await ask('hacks_and_raises', {
      kind: 'both',
      since: '2025-12-01',
      limit: 100,
    })
    const hacks = data.hacks as { name: string; amountUsd: number; returnedUsd: number }[]
    const raises = data.raises as { name: string; amountUsd: number; valuationUsd: number }[]
    expect(hacks[0]).toMatchObject({
      name: 'Copper Options',
      amountUsd: 22_452,
      returnedUsd: 14_687,
    })
    // 4.4 and 52.8 millions.
    const raise = raises.find(({ name }) => name === 'Thistle Perps')
    expect(raise?.amountUsd).toBeCloseTo(4.4e6, 3)
    expect(raise?.valuationUsd).toBeCloseTo(52.8e6, 3)
  })

  test('behavior: explain_figure names the rows behind a figure, their run and source', async () => {
    const tvl = await get<number>('/api/tvl/harbor-swap')
    const { data } = await ask('explain_figure', { ...CALLS.explain_figure, rows: 20 })
    type Row = { fact: string; versions: { run: number; source: string; values: object }[] }
    const rows = (data.rows as Row[]).filter(({ fact }) => fact === 'tvl')
    const newest = rows.filter((row) => JSON.stringify(row).includes('"section":"tvl"'))
    expect(newest.length).toBeGreaterThan(0)
    expect(newest[0]?.versions[0]).toMatchObject({ run: 1, source: 'demo' })
    // The chains of one timestamp add up to the figure.
    const values = newest.map(({ versions: [version] }) => version?.values as { tvlUsd: number })
    const largest = Math.max(...values.map(({ tvlUsd }) => tvlUsd))
    expect(largest).toBeLessThanOrEqual(tvl)
    const unknown = await callTool(agent, 'explain_figure', { operation: 'getCurrentTvI' })
    expect([unknown.isError, unknown.body.error]).toEqual([true, 'not_found'])
  })

  test('behavior: sql gives columns and rows, cut with both counts, and tells refusals', async () => {
    const { data } = await ask('sql', CALLS.sql ?? {})
    expect(data.rows).toEqual([['Harbor Swap']])
    expect(data.columns).toMatchObject([{ name: 'name' }])
    const query = 'SELECT coin, atSec, priceUsd FROM prices ORDER BY coin, atSec LIMIT 2000'
    const { omitted } = await ask('sql', { query })
    expect(omitted).toMatchObject([{ list: 'data.rows', of: 2_000 }])
    const refused = await callTool(agent, 'sql', { query: 'DROP TABLE prices' })
    expect([refused.isError, refused.body.error]).toEqual([true, 'invalid_parameter'])
  })
})
