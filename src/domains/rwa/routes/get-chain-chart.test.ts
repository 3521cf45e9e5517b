import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { rwaSupply } from '../facts.ts'
import { at, bodyOf, putSmallWorld, supply } from '../facts-for-tests.ts'
import { getChainChart } from './get-chain-chart.ts'

interface Point {
  timestamp: number
  onChainMcap: number | null
  interpolated: boolean
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

const NONE = { onChainMcap: 0, activeMcap: 0, defiActiveTvl: 0 }

test('default: one point a day; a gap is interpolated and marked', async () => {
  const points = await bodyOf<Point[]>(app, getChainChart, '/rwa/chart/chain/Ethereum')
  expect(points.slice(-4)).toEqual([
    // 100 × 2; (100 − 20) × 2.
    {
      timestamp: at(3),
      onChainMcap: 200,
      activeMcap: 160,
      defiActiveTvl: 0,
      interpolated: false,
      interpolatedUsd: NONE,
    },
    // Half-way from 200 to 240 and from 160 to 190.
    {
      timestamp: at(2),
      onChainMcap: 220,
      activeMcap: 175,
      defiActiveTvl: 0,
      interpolated: true,
      interpolatedUsd: { onChainMcap: 220, activeMcap: 175, defiActiveTvl: 0 },
    },
    // 120 × 2, the price of two days before; (120 − 20 − 5) × 2; 10 × 2.
    {
      timestamp: at(1),
      onChainMcap: 240,
      activeMcap: 190,
      defiActiveTvl: 20,
      interpolated: false,
      interpolatedUsd: NONE,
    },
    // 130 × 2.5; 105 × 2.5; 12 × 2.5. The wrapper's 100 do not count.
    {
      timestamp: at(0),
      onChainMcap: 325,
      activeMcap: 262.5,
      defiActiveTvl: 30,
      interpolated: false,
      interpolatedUsd: NONE,
    },
  ])
})

test('behavior: what ended stands for a week; days without anything have no point', async () => {
  const points = await bodyOf<Point[]>(app, getChainChart, '/rwa/chart/chain/ethereum')
  // 10 from 40 to 30 days ago and, carried, until 23 days ago; then the four days of the fund. The
  // price of 40 days ago stands 35 days.
  expect(points.map(({ timestamp }) => timestamp)).toEqual([
    ...Array.from({ length: 18 }, (_, index) => at(40 - index)),
    at(3),
    at(2),
    at(1),
    at(0),
  ])
  expect(new Set(points.slice(0, 18).map(({ onChainMcap }) => onChainMcap))).toEqual(new Set([10]))
  // Reported 40 and 30 days ago only.
  expect(
    points
      .slice(0, 18)
      .filter(({ interpolated }) => !interpolated)
      .map(({ timestamp }) => timestamp),
  ).toEqual([at(40), at(30)])
})

test.each([
  // Stablecoin: 900 × 1 yesterday, 1,000 × 0.99 today. Governance: no price before today, then
  // yesterday's 100 × 3.
  ['', 240, 325],
  ['?includeStablecoin=true', 1_140, 1_315],
  ['?includeGovernance=true', 240, 625],
  ['?includeStablecoin=1&includeGovernance=1', 1_140, 1_615],
  ['?includeStablecoin=false', 240, 325],
])('behavior: include flags %s', async (query, yesterday, today) => {
  const points = await bodyOf<Point[]>(app, getChainChart, `/rwa/chart/chain/Ethereum${query}`)
  expect(points.slice(-2).map(({ onChainMcap }) => onChainMcap)).toEqual([yesterday, today])
})

test('behavior: what is both needs both flags; a chain without the asked kinds has no points', async () => {
  expect(await bodyOf(app, getChainChart, '/rwa/chart/chain/my-chain')).toEqual([])
  expect(
    await bodyOf(app, getChainChart, '/rwa/chart/chain/my-chain?includeStablecoin=true'),
  ).toEqual([])
  expect(
    await bodyOf(
      app,
      getChainChart,
      '/rwa/chart/chain/My%20Chain?includeStablecoin=true&includeGovernance=true',
    ),
  ).toMatchObject([{ timestamp: at(0), onChainMcap: 60, activeMcap: null }])
})

test('behavior: a spike of a day is taken out and marked, leading zeros are cut', async () => {
  await app.put(rwaSupply, [
    supply('hbf', 'celo', at(5), 0),
    supply('hbf', 'celo', at(4), 0),
    supply('hbf', 'celo', at(3), 10),
    supply('hbf', 'celo', at(2), 10_000),
    supply('hbf', 'celo', at(1), 20),
    supply('hbf', 'celo', at(0), 20),
  ])
  const points = await bodyOf<Point[]>(app, getChainChart, '/rwa/chart/chain/Celo')
  // 10 × 2; 20,000 is over ten times 20 and 40, so half-way between them; 20 × 2; 20 × 2.5.
  expect(
    points.map(({ timestamp, onChainMcap, interpolated }) => [
      timestamp,
      onChainMcap,
      interpolated,
    ]),
  ).toEqual([
    [at(3), 20, false],
    [at(2), 30, true],
    [at(1), 40, false],
    [at(0), 50, false],
  ])
})

test.each(['Etherium', '__proto__', 'Solana'])('error: 404 for %s', async (name) => {
  expect(await app.get(`/rwa/chart/chain/${name}`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})

test.each(['includeStablecoin=yes', 'includeGovernance=2'])('error: 400 for %s', async (query) => {
  expect(await app.get(`/rwa/chart/chain/Ethereum?${query}`, { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
