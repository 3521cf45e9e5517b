import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf, startWorld } from '../world-for-tests.ts'
import { getOracleMetrics } from './get-oracle-metrics.ts'

const URL = '/api/v2/metrics/oracle'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

test('default: what each oracle secures now; links that ended, stand by or concern a bridge are not there', async () => {
  expect(await bodyOf(app, getOracleMetrics, URL)).toEqual({
    oracles: {
      'Arrow Feeds': ['Swap Two'],
      Bell: ['Estate Seven', 'Lend One'],
      Cairn: ['Swap Two', 'Fork Three'],
      Ember: ['Estate Seven'],
    },
    chainsByOracle: {
      'Arrow Feeds': ['Ethereum'],
      Bell: ['Ethereum', 'Base'],
      Cairn: ['Ethereum', 'BSC'],
      Ember: ['Ethereum'],
    },
    oraclesTVS: {
      'Arrow Feeds': { 'Swap Two': { Ethereum: 1_500 } },
      Bell: { 'Estate Seven': { Ethereum: 600 }, 'Lend One': { Ethereum: 500, Base: 50 } },
      Cairn: { 'Swap Two': { Ethereum: 1_500 }, 'Fork Three': { BSC: 80 } },
      Ember: { 'Estate Seven': { Ethereum: 600 } },
    },
  })
})
