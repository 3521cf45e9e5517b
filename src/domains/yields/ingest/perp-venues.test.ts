import { afterEach, expect, test } from 'vitest'
import { FetchWorld } from '../../../../test/support/fetch-world.ts'
import { at } from '../../../lib/at.ts'
import { perpSamples } from '../facts.ts'
import { poolIdOf } from '../pool-id.ts'
import { perpVenues } from './perp-venues.ts'
import recorded from './recorded/perp-venues.json' with { type: 'json' }

// The forms are those of the venues' public documentation; the market is made up.
type VenueId = keyof typeof recorded
const NEXT_SEC = 1_768_406_400
const NOON = '2026-01-14T12:05:00Z'
const NOON_SEC = Date.parse(NOON) / 1000

let world: FetchWorld

afterEach(() => world.close())

async function open(id: VenueId): Promise<string[]> {
  const source = at(
    perpVenues.filter(({ name }) => name === `perps-${id}`),
    0,
  )
  world = await FetchWorld.open({ source })
  const responses = Object.entries(recorded[id])
  for (const [path, body] of responses) world.server.put(path, body)
  return responses.map(([path]) => path)
}

const COLUMNS = [
  'market',
  'baseAsset',
  'fundingRate',
  'fundingRatePrevious',
  'fundingTimePreviousSec',
  'nextFundingSec',
  'openInterestUsd',
  'indexPrice',
  'markPrice',
]

test.each<[VenueId, unknown[]]>([
  [
    'binance',
    ['EXMUSDT', 'EXM', 0.00038246, null, null, NEXT_SEC, null, 11_781.8049597, 11_793.63104562],
  ],
  ['bybit', ['EXMUSDT', 'EXM', -0.001034, null, null, NEXT_SEC, 1_659_600.5, 16_598.54, 16_596]],
  // Joined from three responses.
  [
    'okx',
    [
      'EXM-USD-SWAP',
      'EXM',
      0.0000182221218054,
      0.0000145824401745,
      1_768_377_600,
      NEXT_SEC,
      50_000,
      null,
      90.01,
    ],
  ],
  // 125.6 × 12,345.5
  ['bitget', ['EXMUSDT', 'EXM', -0.0007, null, null, null, 125.6 * 12_345.5, 29_132.35, 12_345.5]],
  // 5,223,816 contracts of 0.0001 at 38,000
  [
    'gate',
    [
      'EXM_USDT',
      'EXM',
      0.002053,
      null,
      null,
      NEXT_SEC,
      5_223_816 * 0.0001 * 38_000,
      37_985.6,
      38_000,
    ],
  ],
])('default: markets of %s; those without funding are left out', async (id, expected) => {
  await open(id)
  expect(await world.cycle(NOON)).toBe(1)
  expect(await world.rows(perpSamples, COLUMNS)).toEqual([expected])
})

test('behavior: a market keeps its id, and every hour is a sample', async () => {
  await open('bybit')
  await world.cycle(NOON)
  await world.cycle('2026-01-14T13:05:00Z')
  const pool = poolIdOf('Bybit:EXMUSDT')
  expect(await world.rows(perpSamples, ['pool', 'atSec', 'marketplace'])).toEqual([
    [pool, NOON_SEC, 'Bybit'],
    [pool, NOON_SEC + 3_600, 'Bybit'],
  ])
})

test('behavior: 429 with its pause, 502 and a body that breaks off are tried again', async () => {
  const [path = ''] = await open('okx')
  world.server.fail(
    path,
    { status: 429, headers: { 'retry-after': '5' } },
    { status: 502 },
    { truncateAt: 30 },
  )
  expect(await world.cycle(NOON)).toBe(1)
  expect(world.pauses[0]).toBe(5_000)
  expect(await world.countVersions(perpSamples)).toBe(1)
})

test.each([
  [
    'an error of the venue',
    { retCode: 10_006, retMsg: 'Too many visits!', result: {} },
    /result\.list is not a list of markets/,
  ],
  ['HTML', '<html>', /is not valid JSON/],
  [
    'a renamed member',
    { result: { list: [{ symbol: 'EXMUSDT', funding: '1' }] } },
    /has no perpetual market/,
  ],
  [
    'a text as rate',
    { result: { list: [{ symbol: 'EXMUSDT', fundingRate: 'x' }] } },
    /EXMUSDT\.fundingRate is "x"/,
  ],
])('error: %s is named, and nothing is stored', async (_, body, message) => {
  const [path = ''] = await open('bybit')
  world.server.put(path, body)
  await expect(world.cycle(NOON)).rejects.toThrow(message)
  expect(await world.countVersions(perpSamples)).toBe(0)
})

test('error: a venue that refuses this country is not asked again and again', async () => {
  const [path = ''] = await open('bybit')
  world.server.fail(path, { status: 403 })
  await expect(world.cycle(NOON)).rejects.toThrow('refused the request (HTTP status 403)')
  expect(world.server.taken()).toEqual([`403 ${path}`])
})
