import { expect, test } from 'vitest'
import { readResponse } from '../../../../test/support/mirror/read-response.ts'
import { etfMirror } from './responses.ts'

const read = (operation: string, body: unknown) =>
  readResponse(etfMirror.responses, operation, body)

const day = (timestamp: number, more: object = {}) => ({
  timestamp,
  timestamp_exact: timestamp + 75_600,
  ticker: 'TARNB',
  price: 58,
  nav: 50,
  volume: 400,
  shares: 100,
  underlying: 5,
  underlying_price: 1_000,
  aum: 5_000,
  flows: null,
  flows_source: null,
  ...more,
})
const [MONDAY, TUESDAY, WEDNESDAY] = [1_767_571_200, 1_767_657_600, 1_767_744_000]

test('default: funds of the overview; one without an asset is left out', () => {
  const fund = {
    timestamp: MONDAY,
    ticker: 'TARNB',
    asset: 'bitcoin',
    etf_type: 'Spot',
    issuer: 'Tarnwood',
    etf_name: 'Tarnwood Bitcoin Fund',
    custodian: null,
    pct_fee: '0.25',
    url: 'https://funds.example/tarnb',
  }
  const { rows, problems } = read('etfs.getOverview', [fund, { ...fund, asset: null }])
  expect(problems).toEqual([])
  expect(rows).toEqual({
    etfs: [
      {
        ticker: 'TARNB',
        issuer: 'Tarnwood',
        name: 'Tarnwood Bitcoin Fund',
        type: 'Spot',
        custodian: null,
        feePct: 0.25,
        url: 'https://funds.example/tarnb',
        asset: 'bitcoin',
      },
    ],
  })
})

test('behavior: reported flows are stored, computed ones only where a split is in them', () => {
  const { rows } = read('etfs.getHistory', [
    day(MONDAY),
    // (103 − 100) × 50 = 150: computed again here.
    day(TUESDAY, { shares: 103, flows: 150, flows_source: 'computed' }),
    // A split of two for one: 210 − 206 = 4 shares × 25 = 100, not (210 − 103) × 25.
    day(WEDNESDAY, { shares: 210, nav: 25, flows: 100, flows_source: 'computed' }),
    day(MONDAY, { ticker: 'CEDR', flows: -7, flows_source: 'reported' }),
  ])
  expect(
    rows.etf_days?.map(({ ticker, atSec, flowsUsd, quality }) => [
      ticker,
      atSec,
      flowsUsd,
      quality,
    ]),
  ).toEqual([
    ['TARNB', MONDAY, null, undefined],
    ['TARNB', TUESDAY, null, undefined],
    ['TARNB', WEDNESDAY, 100, 'extrapolated'],
    ['CEDR', MONDAY, -7, undefined],
  ])
  expect(rows.etf_days?.[0]).toEqual({
    ticker: 'TARNB',
    atSec: MONDAY,
    priceUsd: 58,
    navUsd: 50,
    volumeUsd: 400,
    shares: 100,
    aumUsd: 5_000,
    underlying: 5,
    underlyingPriceUsd: 1_000,
    flowsUsd: null,
    asOfSec: MONDAY + 75_600,
  })
})

test('behavior: the reference form has a snapshot only', () => {
  const fund = {
    ticker: 'TARNB',
    timestamp: 1_755_612_389,
    asset: 'bitcoin',
    issuer: 'Tarnwood',
    etf_name: 'Tarnwood Bitcoin Fund',
    custodian: 'Keepstone',
    pct_fee: 0.25,
    url: 'https://funds.example/tarnb',
    flows: -68_700_000,
    aum: 87_276_718_199,
    volume: 453_293_317.85,
  }
  const { rows, problems } = read('etfs.getSnapshot', [fund, { ticker: 'BAD' }])
  expect(problems).toEqual(['body[1].timestamp is missing'])
  expect(rows.etfs).toMatchObject([{ ticker: 'TARNB', type: null, asset: 'bitcoin' }])
  expect(rows.etf_days).toMatchObject([
    // 2025-08-19.
    { atSec: 1_755_561_600, flowsUsd: -68_700_000, shares: null, quality: 'extrapolated' },
  ])
})
