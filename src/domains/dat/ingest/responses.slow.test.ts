import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { datShares } from '../facts.ts'
import { daysAgo } from '../facts-for-tests.ts'
import { putInstitutions, putMarket } from '../world-for-tests.ts'

test('default: a mirror says what its origin says', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['dat'],
    shared: putMarket,
    own: async (app) => {
      await putInstitutions(app)
      await app.put(datShares, [
        { institution: 1, atSec: daysAgo(1), realized: 100, realistic: 115, max: 120 },
      ])
    },
    paths: [
      '/dat/institutions',
      ...['AAA', 'BBB', 'CCC', 'DDD'].map((symbol) => `/dat/institutions/${symbol}`),
    ],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect({ differences, unknown }).toEqual({ differences: [], unknown: [] })
  expect(leaves).toBeGreaterThan(300)
})
