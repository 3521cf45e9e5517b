import { expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { DAY_SEC, dayStart } from '../lib/clock.ts'
import { DEMO_DAYS } from './demo-range.ts'
import { createDemo } from './demo-world.ts'
import { hacksDemo, listHacks } from './hacks.ts'
import { demoMarket } from './market/market.ts'

const FIRST = Date.UTC(2024, 1, 1) / 1000
const { protocols } = demoMarket()
const within = (fromDay: number, toDay: number) =>
  listHacks(
    {
      firstDaySec: FIRST,
      fromSec: FIRST + fromDay * DAY_SEC - 1,
      toSec: FIRST + toDay * DAY_SEC - 1,
    },
    protocols,
  )

test('default: some 60 incidents in two years, none takes more than a protocol has or returns more than it took', () => {
  const sizes = new Map(protocols.map(({ id, sizeUsd }) => [id, sizeUsd]))
  const rows = within(0, DEMO_DAYS)
  expect(rows.length).toBeGreaterThan(45)
  expect(rows.length).toBeLessThan(85)
  for (const { protocol, amountUsd, returnedUsd } of rows) {
    expect(Number(amountUsd)).toBeLessThan((sizes.get(String(protocol)) ?? 0) / 4)
    expect(Number(returnedUsd)).toBeLessThanOrEqual(Number(amountUsd))
  }
})

test('behavior: whatever the ranges, the same incidents', () => {
  const pieces = [
    within(0, 300),
    within(300, 300.5),
    within(300.5, 302),
    within(302, 731),
    within(731, 800),
  ].flat()
  expect(pieces).toEqual(within(0, 800))
})

test('behavior: a range within a day brings nothing', () => {
  for (let day = 0; day < 100; day++) expect(within(day + 0.1, day + 0.9)).toEqual([])
})

test('behavior: how much came back of one hack becomes known with a second run', async () => {
  const app = await TestApp.start()
  try {
    await createDemo(app.app.store, app.app.clock, [hacksDemo])
    const firstDaySec = dayStart(NOW_SEC) - DEMO_DAYS * DAY_SEC
    const range = { firstDaySec, fromSec: firstDaySec - 1, toSec: NOW_SEC }
    const returned = listHacks(range, protocols).map(({ returnedUsd }) => returnedUsd)
    const { body } = await app.get('/api/hacks', { pro: true })
    const served = (body as { returnedFunds: number | null }[]).map((hack) => hack.returnedFunds)
    expect(served.reverse()).toEqual(returned)

    const { body: revisions } = await app.get('/meta/revisions?fact=hacks')
    const last = returned.findLast((usd) => usd !== null)
    expect(revisions).toMatchObject([
      { old: { returnedUsd: null }, new: { returnedUsd: last }, run: 2, previousRun: 1 },
    ])
  } finally {
    await app.stop()
  }
})
