import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { States } from '../../../cache/states.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../../tvl/public.ts'
import type { GroupTotals } from '../derive/group-totals.ts'
import { forkLinks, oracleLinks } from '../facts.ts'
import { at, forkLink, oracleLink, record } from '../world-for-tests.ts'
import { dailyAttributionState } from './daily.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const row = fc.record({
  protocol: fc.constantFrom('1', '2', '3'),
  // Within the days that are read alone, and before them.
  daysAgo: fc.constantFrom(0, 1, 2, 5, 40, 200),
  hour: fc.constantFrom(0, 2, 11),
  chain: fc.constantFrom('ethereum', 'bsc'),
  section: fc.constantFrom('tvl', 'staking'),
  usd: fc.double({ min: 0, max: 1_000, noNaN: true }),
  isHeld: fc.boolean(),
})
const run = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 4,
  selector: ({ protocol, daysAgo, hour, chain, section }) =>
    [protocol, daysAgo, hour, chain, section].join(),
})
const runs = fc.array(run, { minLength: 2, maxLength: 6 })

test('behavior: a picture brought up to date run by run equals one made anew, to the last bit', async () => {
  const { store } = app.app
  const followed = new States(store)
  let world = 0
  await fc.assert(
    fc.asyncProperty(runs, fc.boolean(), async (list, isOneDead) => {
      world++
      const id = (protocol: string) => `${world}-${protocol}`
      await app.put(protocols, [
        protocolRow({ id: id('1'), name: `A ${world}`, category: 'Dexs' }),
        protocolRow({
          id: id('2'),
          name: `B ${world}`,
          category: 'Yield',
          deadFromSec: isOneDead ? at(1) : null,
        }),
        protocolRow({ id: id('3'), name: `C ${world}`, category: 'Dexs' }),
      ])
      await app.put(oracleLinks, [
        oracleLink(id('1'), 'Arrow', 'Primary', { untilSec: at(2) }),
        oracleLink(id('1'), 'Bell', 'Primary', { atSec: at(2) }),
        oracleLink(id('2'), 'Arrow', 'Aggregator'),
        oracleLink(id('2'), 'Bell', 'Aggregator'),
      ])
      await app.put(forkLinks, [forkLink(id('3'), id('1')), forkLink(id('2'), id('3'))])
      for (const rows of list) {
        await app.put(
          tvlRecords,
          rows.flatMap(({ protocol, daysAgo, hour, chain, section, usd, isHeld }) =>
            record(id(protocol), at(daysAgo, hour), { [`${chain}-${section}`]: usd }).map(
              (made) => ({
                ...made,
                quality: isHeld ? 'held' : 'ok',
              }),
            ),
          ),
        )
        const snapshot = store.snapshot()
        const [updated, anew] = [
          await followed.get(dailyAttributionState, snapshot),
          await new States(store).get(dailyAttributionState, snapshot),
        ]
        expect(updated.spans).toEqual(anew.spans)
        expect(updated.texts).toEqual(anew.texts)
        for (const kind of [
          'categories',
          'forks',
          'forkFamilies',
          'oracles',
          'allOracles',
        ] as const) {
          expect(shown(updated.totals[kind])).toEqual(shown(anew.totals[kind]))
        }
      }
    }),
    { numRuns: 10, endOnFailure: true },
  )
})

/** The values of all places by day, whatever the order and the room they take. */
function shown({ groups }: GroupTotals) {
  const days = ({ firstDay, usd }: { firstDay: number; usd: Float64Array }) =>
    [...usd].flatMap((value, index) =>
      Number.isNaN(value) ? [] : [`${firstDay + index} ${value}`],
    )
  return [...groups]
    .flatMap(([group, { places, protocols: counts }]) => [
      ...[...places].map(([key, { sum }]) => `${group} ${key}: ${days(sum).join(', ')}`),
      `${group}: ${days(counts).join(', ')}`,
    ])
    .sort()
}

test('behavior: hourly records of the same day leave the picture as it is; an answer under way keeps its own', async () => {
  const { store } = app.app
  const states = new States(store)
  await app.put(protocols, [protocolRow({ id: 'kept', name: 'Kept', category: 'Dexs' })])
  await app.put(tvlRecords, record('kept', at(0, 1), { ethereum: 1 }))
  const first = await states.get(dailyAttributionState, store.snapshot())
  await app.put(tvlRecords, record('kept', at(0, 2), { ethereum: 2 }))
  expect(await states.get(dailyAttributionState, store.snapshot())).toBe(first)
  const before = JSON.stringify(first.texts)
  await app.put(tvlRecords, record('kept', at(0), { ethereum: 3 }))
  expect(await states.get(dailyAttributionState, store.snapshot())).not.toBe(first)
  expect(JSON.stringify(first.texts)).toBe(before)
})
