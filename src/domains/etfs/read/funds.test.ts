import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { at, dayRow, fundRow } from '../facts-for-tests.ts'
import { fundsState } from './funds.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

test('behavior: following runs gives what loading all does', async () => {
  const kept = new States(app.app.store)
  const funds = (states: States) => states.get(fundsState, app.app.store.snapshot())
  const many = Array.from({ length: 23 }, (_, index) => `F${index + 10}`)
  await app.put(
    etfs,
    many.map((ticker) => fundRow(ticker, 'bitcoin')),
  )
  await app.put(
    etfDays,
    many.flatMap((ticker, index) =>
      [3, 2, 1].map((ago) => dayRow(ticker, at(ago), { shares: 100 * index + ago, navUsd: 10 })),
    ),
  )
  const first = await funds(kept)
  expect([...first.keys()]).toEqual(many)
  const runs = [
    () =>
      app.put(etfDays, [
        dayRow('F15', at(0), { shares: 7, navUsd: 10 }),
        dayRow('A1', at(0), { flowsUsd: 1 }),
      ]),
    () => app.put(etfSplits, [{ ticker: 'F16', atSec: at(1), ratio: 2 }]),
    () =>
      app.put(etfDays, [
        dayRow('F17', at(2), { flowsUsd: 5 }),
        { ...dayRow('F18', at(0), { shares: 1 }), quality: 'held' },
      ]),
    () =>
      app.put(etfs, [fundRow('F19', 'solana', { issuer: 'Another' }), fundRow('NODAYS', 'solana')]),
  ]
  for (const run of runs) {
    await run()
    expect([...(await funds(kept))]).toEqual([...(await funds(new States(app.app.store)))])
  }
  const last = await funds(kept)
  // Two days ago F17 reports 5 and no shares; yesterday has 701 shares, 703 were known before: (701
  // − 703) × 10 − 5.
  const yesterday = last.get('F17')?.days.find(({ reported }) => reported.daySec === at(1))
  expect(yesterday?.flow).toEqual({ usd: -25, source: 'computed' })
  expect(last.get('F19')).toMatchObject({
    asset: 'solana',
    issuer: 'Another',
  })
})
