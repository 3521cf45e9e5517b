import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { tvlRecords } from '../../tvl/public.ts'
import { oracleLinks } from '../facts.ts'
import {
  bodyOf,
  chart,
  D0,
  D1,
  D2,
  D3,
  expectRefusals,
  NEWEST,
  oracleLink,
  record,
  startWorld,
} from '../world-for-tests.ts'

const getOracleChainChart = chart('getOracleChainChart')
const URL = '/api/v2/chart/oracle/chain'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test('default: what is secured on one chain, every protocol once', async () => {
  expect(await bodyOf(app, getOracleChainChart, `${URL}/Ethereum`)).toEqual([
    [D3, 1_100],
    [D2, 1_800],
    [D1, 3_000],
    [D0, 3_000],
    [NEWEST, 4_100],
  ])
})

test.each(['bsc', 'BSC', '56', 'bnb-chain'])('behavior: found as %s', async (chain) => {
  expect(await bodyOf(app, getOracleChainChart, `${URL}/${chain}`)).toEqual([
    [D0, 80],
    [NEWEST, 80],
  ])
})

test('behavior: key picks a section', async () => {
  expect(await bodyOf(app, getOracleChainChart, `${URL}/ethereum?key=staking&end=${D0}`)).toEqual([
    [D0, 300],
  ])
})

test('error: 404 when no oracle secures anything there, and with near names when nothing is called so', async () => {
  expect(await app.get(`${URL}/Solana`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
  expect(await app.get(`${URL}/Etherium`, { pro: true })).toMatchObject({
    status: 404,
    body: { suggestions: ['Ethereum'] },
  })
})

test('error: 400 for a key, start or end that cannot be', async () => {
  await expectRefusals(app, `${URL}/ethereum`)
})

test('behavior: a chain that only the facts know is found in any spelling', async () => {
  await app.put(tvlRecords, record('8', NEWEST + 60, { 'My Chain': 5 }))
  await app.put(oracleLinks, [oracleLink('8', 'Bell', 'Primary', { chain: 'My Chain' })])
  expect(await bodyOf(app, getOracleChainChart, `${URL}/my_chain`)).toEqual([[NEWEST + 60, 5]])
})
