import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { forkLinks } from '../facts.ts'
import { bodyOf, forkLink, startWorld } from '../world-for-tests.ts'
import { getForkMetrics } from './get-fork-metrics.ts'

const URL = '/api/v2/metrics/fork'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

const FORKS = {
  Family: ['Estate Seven', 'Lend One'],
  'Family V1': ['Estate Seven'],
  'Fork Three': ['Fork Four'],
  'Swap Two': ['Fork Three'],
}

test('default: from the original to its direct forks, largest first', async () => {
  expect(await bodyOf(app, getForkMetrics, URL)).toEqual(FORKS)
})

test('behavior: one that was never measured is listed last; a link of a parent is one of each of its children', async () => {
  await app.put(forkLinks, [forkLink('parent#family', '2')])
  expect(await bodyOf(app, getForkMetrics, URL)).toEqual({
    ...FORKS,
    'Swap Two': ['Fork Three', 'Family V1'],
  })
})

test('behavior: a link to or from something unknown says nothing', async () => {
  await app.put(forkLinks, [
    forkLink('77', '2'),
    forkLink('3', '78'),
    forkLink('parent#nobody', '2'),
  ])
  expect(await bodyOf(app, getForkMetrics, URL)).toEqual({
    ...FORKS,
    'Swap Two': ['Fork Three', 'Family V1'],
  })
})

test('behavior: a fork that is an exchange is not shown', async () => {
  await app.put(protocols, [protocolRow({ id: '4', name: 'Fork Four', category: 'CEX' })])
  expect(await bodyOf(app, getForkMetrics, URL)).not.toHaveProperty('Fork Three')
})
