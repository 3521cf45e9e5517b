import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf, D0, D1, D2, D3, NEWEST, startWorld } from '../world-for-tests.ts'
import { listOracles } from './list-oracles.ts'

const URL = '/api/oracles'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

interface Body {
  chart: Record<string, unknown>
  chainChart?: Record<string, unknown>
  oracles: Record<string, string[]>
  chainsByOracle: Record<string, string[]>
  totalValueSecured: Record<string, number>
  dominance: Record<string, number>
}

const EMBER = { tvl: 600, protocolsSecured: 1 }

test('default: what each oracle secures and how many protocols, at every point', async () => {
  const { chart } = await bodyOf<Body>(app, listOracles, URL)
  expect(chart).toEqual({
    [D3]: {
      'Arrow Feeds': { tvl: 110 + 500, protocolsSecured: 2, borrowed: 40 },
      Cairn: { tvl: 500, protocolsSecured: 1 },
    },
    [D2]: {
      'Arrow Feeds': { tvl: 220 + 500, protocolsSecured: 2 },
      Bell: { tvl: 600, protocolsSecured: 1 },
      Cairn: { tvl: 500, protocolsSecured: 1 },
      Ember: EMBER,
    },
    [D1]: {
      'Arrow Feeds': { tvl: 1_000, protocolsSecured: 1 },
      Bell: { tvl: 440 + 600, protocolsSecured: 2 },
      Cairn: { tvl: 1_000, protocolsSecured: 1 },
      Ember: EMBER,
    },
    [D0]: {
      'Arrow Feeds': { tvl: 1_000, protocolsSecured: 1, staking: 150 },
      Bell: { tvl: 440 + 600, protocolsSecured: 2 },
      Cairn: { tvl: 1_000 + 80, protocolsSecured: 2, staking: 150 },
      Ember: EMBER,
    },
    [NEWEST]: {
      'Arrow Feeds': { tvl: 1_500, protocolsSecured: 1, staking: 150 },
      Bell: { tvl: 550 + 600, protocolsSecured: 2, borrowed: 70 },
      Cairn: { tvl: 1_500 + 80, protocolsSecured: 2, staking: 150 },
      Ember: EMBER,
    },
  })
})

test('behavior: what is secured now, and percent of the sum of all oracles', async () => {
  const { totalValueSecured, dominance, oracles, chainsByOracle } = await bodyOf<Body>(
    app,
    listOracles,
    URL,
  )
  expect(totalValueSecured).toEqual({ Cairn: 1_580, 'Arrow Feeds': 1_500, Bell: 1_150, Ember: 600 })
  // 1,580 + 1,500 + 1,150 + 600 = 4,830.
  expect(dominance.Cairn).toBeCloseTo((1_580 / 4_830) * 100, 10)
  expect(Object.values(dominance).reduce((sum, percent) => sum + percent, 0)).toBeCloseTo(100, 10)
  expect(oracles.Bell).toEqual(['Estate Seven', 'Lend One'])
  expect(chainsByOracle.Cairn).toEqual(['Ethereum', 'BSC'])
})

test('behavior: chainChart comes on request, by chain and by section of a chain', async () => {
  expect((await bodyOf<Body>(app, listOracles, URL)).chainChart).toBeUndefined()
  const { chainChart, chart } = await bodyOf<Body>(
    app,
    listOracles,
    `${URL}?include=chainChart&start=${D3}&end=${D2}`,
  )
  expect(Object.keys(chart)).toEqual([String(D3), String(D2)])
  expect(chainChart).toEqual({
    [D3]: {
      'Arrow Feeds': { Ethereum: 600, 'Ethereum-borrowed': 40, Base: 10 },
      Cairn: { Ethereum: 500 },
    },
    [D2]: {
      'Arrow Feeds': { Ethereum: 700, Base: 20 },
      Bell: { Ethereum: 600 },
      Cairn: { Ethereum: 500 },
      Ember: { Ethereum: 600 },
    },
  })
})

test('error: 400 for what cannot be included or be a bound', async () => {
  for (const bad of ['include=everything', 'start=x']) {
    expect(await app.get(`${URL}?${bad}`, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  }
})
