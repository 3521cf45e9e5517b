import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { bridges, bridgeTransfers } from './facts.ts'
import { at, bodyOf, bridgeRow, pair } from './facts-for-tests.ts'
import {
  expectChainsToAddUp,
  expectChartsToAddUp,
  expectChartToEndLikeList,
  expectDayToAddUp,
  expectSame,
  type Item,
  type Point,
} from './invariants-for-tests.ts'

let app: TestApp

beforeEach(async () => {
  app = await TestApp.start()
})

afterEach(() => app.stop())

const CHAINS = ['ethereum', 'base', 'bsc', 'polygon']
const SERVED = ['Ethereum', 'Base', 'BSC', 'Polygon']

const crossing = fc.record({
  bridge: fc.integer({ min: 1, max: 3 }),
  route: fc.constantFrom(
    ...CHAINS.flatMap((from) =>
      CHAINS.filter((to) => to !== from).map((to) => [from, to] as const),
    ),
  ),
  // Late enough before midnight or noon that both sides fall on one side of it.
  hour: fc.integer({ min: 0, max: 24 * 9 + 11 }),
  valueUsd: fc.oneof(fc.constant(null), fc.double({ min: 0, max: 1e6, noNaN: true })),
})

const worlds = fc.array(crossing, { minLength: 1, maxLength: 12 })
type Crossing = typeof crossing extends fc.Arbitrary<infer C> ? C : never

let worldsMade = 0

/**
 * Puts crossings of three new bridges into the store, in two runs; those of the third are seen on
 * Ethereum alone, if they touch it.
 */
async function put(
  crossings: readonly Crossing[],
): Promise<{ items: Item[]; idOf: (bridge: number) => number }> {
  const first = 10 * ++worldsMade
  const idOf = (bridge: number) => first + bridge
  await app.put(bridges, [
    { ...bridgeRow({ id: idOf(1) }) },
    { ...bridgeRow({ id: idOf(2) }) },
    { ...bridgeRow({ id: idOf(3), destinationChain: 'polygon' }) },
  ])
  const rows = crossings.flatMap(({ bridge, route: [from, to], hour, valueUsd }, index) => {
    const sides = pair(idOf(bridge), at(9, hour), from, to, valueUsd, { txHash: `0x${index}` })
    return bridge === 3 ? sides.filter(({ chain }) => chain === 'ethereum') : sides
  })
  const half = Math.ceil(rows.length / 2)
  for (const part of [rows.slice(0, half), rows.slice(half)]) {
    if (part.length > 0) {
      await app.put(
        bridgeTransfers,
        part.map((row) => ({ ...row })),
      )
    }
  }
  const list = await bodyOf<{ bridges: Item[] }>(app, '/bridges?includeChains=true')
  return { items: list.bridges.filter(({ lastDailyVolume }) => lastDailyVolume !== null), idOf }
}

function check(
  numRuns: number,
  holds: (made: Awaited<ReturnType<typeof put>>, crossings: Crossing[]) => Promise<void>,
): Promise<void> {
  return fc.assert(
    fc.asyncProperty(worlds, async (crossings) => holds(await put(crossings), crossings)),
    { numRuns, endOnFailure: true },
  )
}

test('behavior: lists, details, charts, days and transactions agree', async () => {
  await check(4, async ({ items, idOf }) => {
    for (const item of items.filter(({ id }) => id > idOf(0))) {
      await expectChartToEndLikeList(app, item)
      await expectChainsToAddUp(app, item)
      for (const point of (await bodyOf<Point[]>(app, `/bridgevolume/all?id=${item.id}`)).slice(-3))
        await expectDayToAddUp(app, item, point)
    }
    await expectChartsToAddUp(app, items)
  })
})

test('behavior: what goes in comes out; the volume of a bridge is what was bridged', async () => {
  await check(5, async ({ items, idOf }, crossings) => {
    for (const bridge of [1, 2]) {
      const item = items.find(({ id }) => id === idOf(bridge))
      if (item === undefined) continue
      expect(item.chains.every((chain) => SERVED.includes(chain))).toBe(true)
      const chart = await bodyOf<Point[]>(app, `/bridgevolume/all?id=${item.id}`)
      const bridged = crossings
        .filter((one) => one.bridge === bridge && one.hour < 24 * 9)
        .map(({ valueUsd }) => valueUsd ?? 0)
      const expected = bridged.reduce((total, value) => total + value, 0)
      for (const figure of ['depositUSD', 'withdrawUSD'] as const) {
        const charted = chart.reduce((total, point) => total + point[figure], 0)
        expectSame(charted, expected, `${figure} of ${item.id}`)
      }
      for (const { depositTxs, withdrawTxs } of chart) expect(depositTxs).toBe(withdrawTxs)
    }
  })
})
