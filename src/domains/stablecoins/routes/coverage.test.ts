import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_ISO, TestApp } from '../../../../test/support/test-app.ts'
import { putAt } from '../../tvl/facts-for-tests.ts'
import { stablecoinBridged, stablecoinSupply, stablecoins } from '../facts.ts'
import { at, bridged, stablecoin, supply } from '../facts-for-tests.ts'

let app: TestApp

// Each is worth a dollar, but Floating, which has no value.
beforeAll(async () => {
  app = await TestApp.start()
  await app.put(stablecoins, [
    stablecoin({ id: '1', name: 'Alpha' }),
    stablecoin({ id: '2', name: 'Doubted' }),
    stablecoin({ id: '3', name: 'Silent' }),
    stablecoin({ id: '4', name: 'Dead', deadFromSec: at(9) }),
    stablecoin({ id: '5', name: 'Forgotten' }),
    stablecoin({ id: '6', name: 'Impossible' }),
    stablecoin({ id: '7', name: 'Floating', pegType: 'peggedVAR' }),
    stablecoin({ id: '8', name: 'A Day Late' }),
    stablecoin({ id: '9', name: 'Daily' }),
  ])
  await app.put(stablecoinSupply, [
    supply('1', 'ethereum', at(0, 11), 700),
    supply('1', 'tron', at(1, 10), 50),
    supply('2', 'ethereum', at(0, 10), 190),
    { ...supply('2', 'ethereum', at(0, 11), 200), quality: 'carried' },
    supply('3', 'tron', at(2), 40),
    supply('4', 'bsc', at(10), 5_000),
    supply('5', 'tron', at(31), 7_000),
    supply('6', 'ethereum', at(1, 12), 30),
    supply('6', 'ethereum', at(0, 11), 10, 20),
    supply('7', 'solana', at(0, 11), 9),
    supply('8', 'base', at(1, 11), 20),
    supply('9', 'base', at(1, 12), 15),
  ])
  await app.put(stablecoinBridged, [bridged('1', 'base', 'ethereum', at(0, 11), 100)])
})

afterAll(() => app.stop())

/** The header on the free root; the pro root must say the same. */
async function coverageOf(url: string): Promise<unknown> {
  const free = await app.get(url)
  const pro = await app.get(`/stablecoins${url}`, { pro: true })
  expect([free.status, pro.status, pro.headers['x-coverage']]).toEqual([
    200,
    200,
    free.headers['x-coverage'],
  ])
  return free.headers['x-coverage']
}

// Reported well: Alpha's 600 on Ethereum and 100 on Base, and Daily's 15 of 23 hours ago.
const READ = 600 + 100 + 15
// Alpha's 50 on Tron are 25 hours old; 200 are carried; 40 and 20 fell out of the totals; 30 stand
// for what cannot be.
const ALL = READ + 50 + 200 + 40 + 20 + 30

test.each([
  ['default: /stablecoins', '/stablecoins', READ / ALL],
  ['behavior: the list of chains', '/stablecoinchains', READ / ALL],
  ['behavior: the chart of all', '/stablecoincharts/all', READ / ALL],
  ['behavior: the chart of a chain', '/stablecoincharts/Ethereum', 600 / (600 + 200 + 30)],
  [
    'behavior: one that fell out of the totals is missed',
    '/stablecoincharts/Base',
    115 / (115 + 20),
  ],
  ['behavior: a chain of which nothing was reported in time', '/stablecoincharts/Tron', 0],
  ['behavior: the chart of one stablecoin', '/stablecoincharts/all?stablecoin=1', 700 / 750],
  ['behavior: the chart of one on a chain', '/stablecoincharts/Base?stablecoin=1', 1],
  ['behavior: the detail of one', '/stablecoin/1', 700 / 750],
])('%s', async (_, url, share) => {
  expect(await coverageOf(url)).toBe(share.toFixed(4))
})

test.each([
  ['a dead one', '/stablecoin/4'],
  ['a chain of dead ones', '/stablecoincharts/BSC'],
  ['one that has been silent for more than 30 days', '/stablecoincharts/all?stablecoin=5'],
  ['what has no value', '/stablecoincharts/Solana'],
])('behavior: none for %s', async (_, url) => {
  expect(await coverageOf(url)).toBeUndefined()
})

test.each(['Ethereum', 'Ethereum?stablecoin=1'])(
  'behavior: the share of the largest is one in all: %s',
  async (path) => {
    const { headers } = await app.get(`/stablecoins/stablecoindominance/${path}`, { pro: true })
    expect(headers['x-coverage']).toBe((600 / 830).toFixed(4))
  },
)

test('behavior: a good report in place of a carried one counts from then on', async () => {
  await putAt(app, '2026-01-14T13:00:00Z', [
    [stablecoinSupply, [supply('2', 'ethereum', at(0, 11), 200)]],
  ])
  expect(await coverageOf('/stablecoins')).toBe(((READ + 200) / ALL).toFixed(4))
  expect(await coverageOf(`/stablecoins?asOf=${NOW_ISO}`)).toBe((READ / ALL).toFixed(4))
})
