import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startClickHouse } from '../../../../test/support/clickhouse/start-server.ts'
import { makeEngineDir } from '../../../../test/support/worker-engine.ts'
import { createClock } from '../../../lib/clock.ts'
import { commitRun } from '../../../runs/run.ts'
import { Store, type StoreOptions } from '../../../store/store.ts'
import { tvlRecords } from '../facts.ts'
import { at, held, record } from '../facts-for-tests.ts'
import { readPlaceRecords } from './place-records.ts'

type Place = Omit<StoreOptions, 'facts'>

/** Where facts may lie: the arrays come out of every engine alike. */
const ENGINES: [string, () => Promise<{ place: Place; stop: () => Promise<void> }>][] = [
  [
    'embedded',
    async () => {
      const folder = await makeEngineDir()
      return {
        place: { path: folder },
        stop: async () => rmSync(folder, { recursive: true, force: true }),
      }
    },
  ],
  [
    'one server',
    async () => {
      const server = await startClickHouse()
      return { place: { path: '', url: server.url }, stop: () => server.stop() }
    },
  ],
  [
    'two shards',
    async () => {
      const server = await startClickHouse({ cluster: { name: 'pair', shards: 2 } })
      return {
        place: { path: '', url: server.urls.join(','), cluster: 'pair' },
        stop: () => server.stop(),
      }
    },
  ],
]

async function put(store: Store, rows: readonly Record<string, unknown>[]): Promise<void> {
  await commitRun(store, { source: 'test', clock: createClock(), again: true }, async (stage) => {
    await stage.insertRows(tvlRecords, rows)
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
}

const MANY = 300

describe.each(ENGINES)('%s', (_, start) => {
  test('default: records by place in order of time, the latest version of each, from a time on', async () => {
    const { place, stop } = await start()
    const store = await Store.open({ facts: [tvlRecords], ...place })
    try {
      await put(store, [
        ...record('1', at(1), { ethereum: 1.5, 'bsc-staking': 7 }),
        ...record('1', at(0), { ethereum: 2 }),
        ...Array.from({ length: MANY }, (__, index) =>
          record('2', at(400 - index), { base: index }),
        ).flat(),
      ])
      await put(store, [
        ...record('1', at(2), { ethereum: 0.5 }),
        ...record('1', at(1), { ethereum: 9.25 }),
        ...held(record('1', at(0, 1), { ethereum: 5 })),
      ])
      const places = await readPlaceRecords(store.snapshot(), ['1', '2', 'nobody'])
      expect([...places.keys()]).toEqual(['1', '2'])
      expect(places.get('1')).toEqual([
        {
          chain: 'bsc',
          section: 'staking',
          timesSec: [at(1)],
          usd: [7],
          isCarried: false,
        },
        {
          chain: 'ethereum',
          section: 'tvl',
          timesSec: [at(2), at(1), at(0)],
          usd: [0.5, 9.25, 2],
          isCarried: false,
        },
      ])
      expect(places.get('2')?.[0]?.usd).toEqual(Array.from({ length: MANY }, (__, index) => index))
      const late = await readPlaceRecords(store.snapshot(), ['1', '2'], (id) =>
        id === '1' ? at(0) : at(101),
      )
      expect([...late].map(([id, [first]]) => [id, [...(first?.usd ?? [])]])).toEqual([
        ['1', [2]],
        ['2', [MANY - 1]],
      ])
      const marked = async () =>
        (await readPlaceRecords(store.snapshot(), ['1']))
          .get('1')
          ?.map(({ isCarried }) => isCarried)
      // Only the newest version of the newest record tells whether a place is carried.
      await put(store, [
        ...record('1', at(0), { ethereum: 2 }).map((row) => ({ ...row, quality: 'carried' })),
        ...record('1', at(2), { 'bsc-staking': 6 }).map((row) => ({ ...row, quality: 'carried' })),
      ])
      expect(await marked()).toEqual([false, true])
      await put(store, record('1', at(0), { ethereum: 3 }))
      expect(await marked()).toEqual([false, false])
    } finally {
      await store.close()
      await stop()
    }
  })
})
