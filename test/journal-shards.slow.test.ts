import { afterAll, beforeAll, expect, test } from 'vitest'
import { Journal, type Run } from '../src/store/journal.ts'
import { BLOCK_SIZE } from '../src/store/run-block.ts'
import { Store } from '../src/store/store.ts'
import { startClickHouse } from './support/clickhouse/start-server.ts'

const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')
const COUNT = 3 * BLOCK_SIZE
let server: Awaited<ReturnType<typeof startClickHouse>>
let store: Store

beforeAll(async () => {
  server = await startClickHouse({ cluster: { name: 'pair', shards: 2 } })
  store = await Store.open({ facts: [], path: '', url: server.urls.join(','), cluster: 'pair' })
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/** A second after the one before; every hundredth brings three prices, the others a block. */
function runOf(id: number): Run {
  const fact = id % 100 === 0 ? 'prices' : 'blocks'
  const atMs = FIRST_MS + id * 1000
  return {
    ...{ id, state: 'committed', startedAtMs: atMs, atMs, source: fact, facts: [fact] },
    ...{ contentHash: '', accepted: 1, rejected: 0, held: 0, note: '', revision: 0, undoes: [] },
    ...{ rows: { [fact]: fact === 'prices' ? 3 : 1 }, newestSec: { [fact]: id } },
    ...{ dropped: {}, droppedUpTo: {} },
  }
}

test('default: early runs on a cluster are summed up there, and found again', async () => {
  await store.journal.writeAll(Array.from({ length: COUNT }, (_, index) => runOf(index + 1)))
  const reopened = await Journal.open(store.engine, store.placement)
  for (const journal of [store.journal, reopened]) {
    expect([journal.latest, journal.nextId]).toEqual([12_288, 12_289])
    // 122 of the 12,288 runs brought prices, the last of them run 12,200.
    const now = await journal.totalsAt(12_288)
    expect(now.of('prices')).toMatchObject({ rows: 366, newestSec: 12_200, run: 12_200 })
    expect(now.of('blocks')).toMatchObject({ rows: 12_166, newestSec: 12_288, run: 12_288 })
    expect(now.of('prices').timestamps.slice(0, 3)).toEqual([12_200, 12_100, 12_000])
    expect((await journal.totalsAt(1_234)).of('prices')).toMatchObject({ rows: 36, run: 1_200 })
    expect(await journal.latestAt(FIRST_MS + 1_234_500)).toBe(1_234)
    expect(await journal.versionAt(['prices'], 1_234)).toBe(1_200)
    expect(await journal.find(77)).toMatchObject({ id: 77, source: 'blocks' })
    const page = await journal.listNewest({ fact: 'prices' }, { limit: 2, before: 350 })
    expect(page.map(({ id }) => id)).toEqual([300, 200])
  }
})
