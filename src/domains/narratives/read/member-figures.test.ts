import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { prices, supplies } from '../../coins/public.ts'
import { categoryPerformance } from '../derive/category-performance.ts'
import { narrativeMembers } from '../facts.ts'
import { readMemberFigures } from './member-figures.ts'
import { listMembers } from './members.ts'

const TODAY = Math.floor(NOW_SEC / DAY_SEC)
const A = 'aggregator:a'
const B = 'aggregator:b'

let app: TestApp
let kept: States

beforeAll(async () => {
  app = await TestApp.start()
  kept = new States(app.app.store)
})

afterAll(() => app.stop())

const at = (daysAgo: number, sec = 0) => (TODAY - daysAgo) * DAY_SEC + sec
const price = (coin: string, atSec: number, priceUsd: number) => ({
  coin,
  atSec,
  priceUsd,
  confidence: null,
})
const supply = (coin: string, atSec: number, circulating: number) => ({ coin, atSec, circulating })
const member = (category: string, coin: string) => ({ category, coin, fromSec: null, toSec: null })

/** The lines of a year, and the first day that is kept. */
async function yearWith(states: States) {
  const snapshot = app.app.store.snapshot()
  const range = { startDay: TODAY - 365, endDay: TODAY }
  const figures = await readMemberFigures({ snapshot, states }, range.startDay)
  return {
    fromDay: figures.fromDay,
    lines: categoryPerformance(22, await listMembers({ snapshot, states }), figures, range),
  }
}

test('behavior: no day is too early to ask for', async () => {
  await app.put(narrativeMembers, [member('Solana', 'aggregator:early')])
  await app.put(prices, [price('aggregator:early', 5 * DAY_SEC, 1)])
  for (const startDay of [-400, 0, 3, 40]) {
    const figures = await readMemberFigures(
      { snapshot: app.app.store.snapshot(), states: kept },
      startDay,
    )
    expect([startDay, figures.find(5)?.prices]).toEqual([startDay, new Float64Array([1])])
  }
})

test('behavior: brought up to date run by run it is what one build gives', async () => {
  const wave = (day: number, salt: number) => 10 + Math.sin(day / (5 + salt)) + salt
  await app.put(narrativeMembers, [member('Meme', A), member('Meme', B), member('Oracle', B)])
  await app.put(supplies, [
    supply(A, at(600), 50),
    supply(A, at(445, 60), 100),
    supply(B, at(700), 3),
  ])
  await app.put(
    prices,
    [A, B].flatMap((coin, salt) =>
      Array.from({ length: 440 }, (_, index) => price(coin, at(439 - index), wave(index, salt))),
    ),
  )
  const first = await yearWith(kept)
  // 440 days have a price; 430 are kept.
  expect(first.fromDay).toBe(TODAY - 429)
  expect(first.lines.at(-1)?.every((figure) => figure === null)).toBe(false)
  const runs = [
    () => app.put(prices, [price(A, at(100), 99), price(A, at(3, 7), 1), price(B, at(-1), 4)]),
    // Before the first day that is kept: a later day, an earlier record of it, a correction, an
    // older one.
    () =>
      app.put(supplies, [
        supply(A, at(440, 60), 70),
        supply(A, at(440, 30), 71),
        supply(B, at(800), 999),
      ]),
    () => app.put(supplies, [supply(A, at(440, 30), 72), supply(B, at(200), 30)]),
    () => app.put(prices, [{ ...price(A, at(50), 1e9), quality: 'held' }]),
    () =>
      app.put(narrativeMembers, [
        member('Meme', 'aggregator:c'),
        { ...member('Oracle', B), toSec: at(10) },
      ]),
    () => app.put(prices, [price('aggregator:c', at(20), 5), price('aggregator:c', at(19), 6)]),
    () => app.put(supplies, [supply('aggregator:c', at(20), 1_000)]),
  ]
  let before = first.lines
  for (const [index, run] of runs.entries()) {
    await run()
    const updated = await yearWith(kept)
    const built = await yearWith(new States(app.app.store))
    expect(updated.lines).toEqual(built.lines)
    // Held prices and prices without a supply change nothing; everything else does.
    expect([index, JSON.stringify(updated.lines) === JSON.stringify(before)]).toEqual([
      index,
      index === 3 || index === 5,
    ])
    before = updated.lines
  }
})
