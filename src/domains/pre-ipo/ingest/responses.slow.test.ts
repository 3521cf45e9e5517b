import { expect, test } from 'vitest'
import { roundTrip } from '../../../../test/support/mirror/round-trip.ts'
import { NOW_SEC } from '../../../../test/support/test-app.ts'
import { preIpoPerps, preIpoTokens } from '../facts.ts'
import { putCompanies } from '../facts-for-tests.ts'

const companies = ['zephyr', 'acme', 'blank']

test('default: a mirror says what its origin says', async () => {
  const { summary, differences, leaves, unknown } = await roundTrip({
    domains: ['pre-ipo'],
    own: async (app) => {
      await putCompanies(app)
      await app.put(preIpoPerps, [
        {
          company: 'zephyr',
          exchange: 'Harbor',
          contract: 'ZPH-USD',
          atSec: NOW_SEC - 600,
          exchangeType: 'DEX',
          platformSlug: 'harbor',
          openInterestUsd: 10,
          volumeUsd: null,
          priceUsd: 4.5,
          fundingPct: -1.5,
          tradeUrl: null,
          valuationUsd: 900,
        },
      ])
      await app.put(preIpoTokens, [
        {
          company: 'acme',
          issuer: 'Cedar Shares',
          atSec: NOW_SEC - 900,
          slug: null,
          backing: 'SPV interest',
          productUrl: 'https://example.org/acme',
          priceUsd: 1,
          marketCapUsd: 2,
          valuationUsd: null,
        },
      ])
    },
    paths: [
      '/pre-ipo/v1/companies-list',
      ...companies.flatMap((company) =>
        ['valuations', 'raises', 'integrations', 'summary'].map(
          (name) => `/pre-ipo/v1/${name}?company=${company}`,
        ),
      ),
    ],
  })
  expect(summary).toMatchObject({ rejected: 0, held: 0, problems: [], unavailable: [] })
  expect({ differences, unknown }).toEqual({ differences: [], unknown: [] })
  expect(leaves).toBeGreaterThan(100)
})
