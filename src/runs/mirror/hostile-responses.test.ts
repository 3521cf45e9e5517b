import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReplayOrigin } from '../../../test/support/mirror/replay-origin.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { mirrored, routes } from '../../app.ts'
import { mirrorOperations } from '../../commands/mirror-operations.ts'
import { hostileNames } from '../import/hostile-names-for-tests.ts'
import type { CycleSummary } from './run-cycle.ts'

const AT_SEC = 1_768_392_000

let app: TestApp
let origin: ReplayOrigin
let summary: CycleSummary
let names: string[]
let canary: string

const day = (usd: number) => ({ tvl: [{ date: AT_SEC, totalLiquidityUSD: usd }] })

beforeAll(async () => {
  app = await TestApp.start()
  canary = join(app.dataDir, 'canary')
  names = hostileNames(canary).filter((name) => name.trim() === name && name.length < 200)
  origin = await ReplayOrigin.start()
  const protocols = names.map((name, index) => ({
    ...{
      id: String(100 + index),
      name,
      slug: `p${index}`,
      symbol: name.slice(0, 40),
      category: name.slice(0, 40),
      url: name,
    },
    ...{ description: name, chains: [name], tvl: 1 },
  }))
  origin.say('/protocols', [
    ...protocols,
    { id: '1', name: 'Climber', slug: '..', category: 'Dexs' },
    { id: '2', name: 'Half', slug: 'a\ud800', category: 'Dexs' },
    { id: '3', name: 'Sections', slug: 'sections', category: 'Dexs' },
  ])
  for (const { id, name, slug } of protocols)
    origin.say(`/protocol/${slug}?include=tokens`, { id, name, chainTvls: { Ethereum: day(1) } })
  // Every name as a chain, as a section of a chain, and as a token.
  const sections = Object.fromEntries(names.flatMap((name) => [[name, day(3)], [`Ethereum-${name}`, day(2)]])) // biome-ignore format: pairs
  const tokens = Object.fromEntries(names.map((name) => [name, 1]))
  origin.say('/protocol/sections?include=tokens', {
    id: '3',
    name: 'Sections',
    chainTvls: {
      ...sections,
      Ethereum: {
        ...day(5),
        tokens: [{ date: AT_SEC, tokens }],
        tokensInUsd: [{ date: AT_SEC, tokens }],
      },
    },
  })
  origin.say('/stablecoins?includePrices=true', {
    peggedAssets: names.map((name, index) => ({
      ...{
        id: String(index),
        name,
        symbol: name,
        pegType: name,
        pegMechanism: name,
        chains: [name],
      },
      circulating: Object.fromEntries([[name, 5]]),
    })),
  })
  const operations = mirrorOperations(app.app.store, app.app.clock, { mirrored, routes })
  summary = await operations.mirrorCycle({
    base: origin.url,
    domains: ['tvl', 'stablecoins'],
    sinceSec: 0,
    ratePerSec: 1_000,
    concurrency: 4,
    isDryRun: false,
    workDir: join(app.dataDir, 'spool'),
  })
})
afterAll(async () => {
  expect(existsSync(canary)).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
  origin.stop()
  await app.stop()
})

test('default: names are stored and served as the text that they are', async () => {
  const { body } = await app.get('/protocols')
  const served = body as { id: string; name: string }[]
  const named = served.filter(({ id }) => Number(id) >= 100).map(({ name }) => name)
  expect(named.toSorted()).toEqual(names.toSorted())
})

test('behavior: figures of hostile chains, sections and tokens are numbers under their own names', async () => {
  const { body } = await app.get('/protocol/sections')
  const { currentChainTvls, chainTvls } = body as {
    currentChainTvls: Record<string, unknown>
    chainTvls: Record<string, { tokens: { tokens: Record<string, unknown> }[] }>
  }
  for (const value of Object.values(currentChainTvls)) expect(typeof value).toBe('number')
  for (const { tokens } of Object.values(chainTvls))
    for (const point of tokens ?? [])
      for (const value of Object.values(point.tokens)) expect(typeof value).toBe('number')
})

test('behavior: what is not stored says why; nothing of the engine is shown', () => {
  for (const problem of summary.problems)
    expect(problem).not.toMatch(/syntax error|code: \d+|DB::/i)
  // The protocol called .. is not requested as a path.
  expect(origin.takeRequests().filter((line) => line.includes('..'))).toEqual([])
})
