import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf, D0, D1, D2, D3, NEWEST, startWorld } from '../world-for-tests.ts'
import { listForks } from './list-forks.ts'

const URL = '/api/forks'
let app: TestApp

beforeAll(async () => {
  app = await startWorld()
})

afterAll(() => app.stop())

const ESTATE = { tvl: 600, forks: 1, doublecounted: 600 }
const FORK_FOUR = { tvl: 7, forks: 1, doublecounted: 7 }

test('default: TVL and number of the direct forks of each original; a fork of a fork counts for the fork', async () => {
  expect(await bodyOf(app, listForks, URL)).toEqual({
    chart: {
      [D3]: { Family: { tvl: 110, forks: 1, borrowed: 40 } },
      [D2]: {
        Family: { tvl: 220 + 600, forks: 2, doublecounted: 600 },
        'Family V1': ESTATE,
        'Swap Two': { tvl: 60, forks: 1 },
      },
      [D1]: {
        Family: { tvl: 440 + 600, forks: 2, doublecounted: 600 },
        'Family V1': ESTATE,
        'Fork Three': FORK_FOUR,
        'Swap Two': { tvl: 80, forks: 1 },
      },
      [D0]: {
        Family: { tvl: 440 + 600, forks: 2, doublecounted: 600 },
        'Family V1': ESTATE,
        'Fork Three': FORK_FOUR,
        'Swap Two': { tvl: 80, forks: 1 },
      },
      [NEWEST]: {
        Family: { tvl: 550 + 600, forks: 2, borrowed: 70, doublecounted: 600 },
        'Family V1': ESTATE,
        'Fork Three': FORK_FOUR,
        'Swap Two': { tvl: 80, forks: 1 },
      },
    },
    forks: {
      Family: ['estate-seven', 'lend-one'],
      'Family V1': ['estate-seven'],
      'Fork Three': ['fork-four'],
      'Swap Two': ['fork-three'],
    },
    // Estate Seven has two originals: the first by name.
    parentProtocols: {
      'estate-seven': 'Family',
      'lend-one': 'Family',
      'fork-four': 'Fork Three',
      'fork-three': 'Swap Two',
    },
  })
})

test('error: 400 for an end that cannot be', async () => {
  expect(await app.get(`${URL}?end=x`, { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
