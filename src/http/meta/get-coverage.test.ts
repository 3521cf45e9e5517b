import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { dimensionDays } from '../../domains/dimensions/facts.ts'
import { protocols } from '../../domains/registry/facts.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'

const DAY = 86_400
let app: TestApp

const record = (protocol: string, ageSec: number, tvlUsd: number, quality = 'ok') => ({
  protocol,
  chain: 'ethereum',
  section: 'tvl',
  atSec: NOW_SEC - ageSec,
  tvlUsd,
  quality,
})
const fees = (protocol: string, daysAgo: number, valueUsd: number) => ({
  metric: 'fees',
  protocol,
  dataType: 'dailyFees',
  version: '',
  chain: 'ethereum',
  label: '',
  atSec: NOW_SEC - (NOW_SEC % DAY) - daysAgo * DAY,
  valueUsd,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(
    protocols,
    ['1', '2', '3', '4'].map((id) => ({ id, name: `Protocol ${id}`, category: 'Dexs' })),
  )
  await app.put(tvlRecords, [
    record('1', 0, 600),
    record('2', 0, 250, 'carried'),
    record('3', DAY + 1, 150),
  ])
  // Yesterday is the last complete day: the second reported only the day before.
  await app.put(dimensionDays, [fees('1', 1, 30), fees('1', 2, 30), fees('2', 2, 40)])
})
afterAll(() => app.stop())

async function coverage(query: string) {
  const { status, body } = await app.get(`/meta/coverage?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { coverage: number; members: { key: object; share: number }[] }
}

test('default: members of a total with how they were read, the same as the header says', async () => {
  // 600 of 600 + 250 + 150 are fresh.
  expect(await coverage('operation=tvl.listChains')).toEqual({
    operation: 'tvl.listChains',
    coverage: 0.6,
    expected: { count: 3, worth: 1_000 },
    fresh: { count: 1, worth: 600 },
    stale: { count: 2, worth: 400 },
    missing: { count: 0, worth: 0 },
    isComplete: true,
    members: [
      member('1', 'fresh', 600, 0),
      member('2', 'stale', 250, 0),
      member('3', 'stale', 150, DAY + 1),
    ],
  })
  const { headers } = await app.get('/v2/chains')
  expect(headers['x-coverage']).toBe('0.6000')
})

function member(protocol: string, state: string, worth: number, ageSec: number) {
  const key = { protocol, chain: 'ethereum' }
  return { key, state, worth, share: worth / 1_000, atSec: NOW_SEC - ageSec }
}

test('behavior: of one thing, in one state, up to a limit', async () => {
  const one = await coverage('operation=tvl.getCurrentTvl&protocol=protocol-2')
  expect(one).toMatchObject({ coverage: 0, expected: { count: 1, worth: 250 } })
  const stale = await coverage('operation=tvl.listChains&state=stale&members=1')
  expect(stale).toMatchObject({ isComplete: false, expected: { count: 3 } })
  expect(stale.members.map(({ key }) => key)).toEqual([{ protocol: '2', chain: 'ethereum' }])
})

test('behavior: of daily metrics those that did not report are missing', async () => {
  // 60 of 60 + 40 reported.
  expect(await coverage('operation=dimensions.getFeesOverview')).toMatchObject({
    coverage: 0.6,
    missing: { count: 1, worth: 40 },
    members: [
      { key: { protocol: '1' }, state: 'fresh' },
      { state: 'missing', atSec: null },
    ],
  })
  const { headers } = await app.get('/overview/fees')
  expect(headers['x-coverage']).toBe('0.6000')
})

test('error: 400 for an operation without coverage, 404 for an unknown one', async () => {
  const response = await app.get('/meta/coverage?operation=hacks.list')
  expect(response.status).toBe(400)
  expect((response.body as { message: string }).message).toContain('tvl.listChains')
  expect((await app.get('/meta/coverage?operation=nothing')).status).toBe(404)
})
