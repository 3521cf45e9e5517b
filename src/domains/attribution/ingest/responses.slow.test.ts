import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { putLinks, putProtocols } from '../world-for-tests.ts'

test('default: a mirror says of today what its origin says; links of the past are not told', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['attribution'],
    shared: putProtocols,
    own: putLinks,
    paths: [
      '/api/v2/metrics/oracle',
      '/api/v2/metrics/fork',
      '/api/forks',
      '/api/categories',
      '/api/v2/chart/fork/protocol-breakdown',
      '/api/v2/chart/oracle',
    ],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect(unknown).toEqual([])
  expect(leaves).toBeGreaterThan(100)
  // Until D1 at 06:00 nobody secured Fork Three, of which the response says nothing.
  expect(differences).toEqual([
    '/api/v2/chart/oracle $.1.1: 1820 became 1880',
    '/api/v2/chart/oracle $.2.1: 3040 became 3120',
  ])
})
