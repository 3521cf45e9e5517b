import { afterAll, beforeAll, expect, test } from 'vitest'
import { readinessOf } from '../src/http/server/service-routes.ts'
import { sql } from '../src/lib/sql.ts'
import { Store } from '../src/store/store.ts'
import { type ClickHouseServer, startClickHouse } from './support/clickhouse/start-server.ts'
import { FaultyLink } from './support/faulty-link.ts'
import { cities, city, put, stageTables } from './support/store/facts.ts'

const CLUSTER = 'pair'
const READS = 6
const TOWNS = Array.from({ length: 20 }, (_, index) =>
  city(10, { country: `c${index % 4}`, city: `Town ${index}` }),
)

let server: ClickHouseServer
let links: [FaultyLink, FaultyLink]
let store: Store

/** Two addresses of each shard: a link that can be cut, and the server itself. */
const urls = () => [links[0].url, server.urls[0], links[1].url, server.urls[1]].join(',')
const open = () => Store.open({ facts: [cities], path: '', url: urls(), cluster: CLUSTER })

async function totalPeople(): Promise<number | undefined> {
  const snapshot = store.snapshot()
  const [row] = await snapshot.query<{ people: number }>(
    sql`SELECT sum(people) AS people FROM ${snapshot.current(cities)}`,
  )
  return row?.people
}

const readTotals = () => Promise.all(Array.from({ length: READS }, totalPeople))

beforeAll(async () => {
  server = await startClickHouse({ cluster: { name: CLUSTER, shards: 2 } })
  const [one = '', two = ''] = server.urls
  links = [await FaultyLink.to(one), await FaultyLink.to(two)]
})
afterAll(async () => {
  await store?.close()
  for (const link of links ?? []) await link.close()
  await server?.stop()
})

test('behavior: a store opens and is written to while an address of each shard is down', async () => {
  for (const link of links) link.down()
  store = await open()
  await put(store, cities, TOWNS)
  // 20 towns of 10 people.
  expect(await totalPeople()).toBe(200)
  expect(await stageTables(store)).toEqual([])
})

test('behavior: an address that comes back is used, and reads go on when it is cut off', async () => {
  for (const link of links) link.up()
  await store.refresh()
  expect(await readTotals()).toEqual(Array(READS).fill(200))
  links[0].loseResponseTo('sum(people)')
  expect(await readTotals()).toEqual(Array(READS).fill(200))
})

test('behavior: a run is written when the address that was written to is gone', async () => {
  for (const link of links) link.up()
  await store.refresh()
  await links[0].close()
  await put(store, cities, [city(5, { city: 'Late' })])
  expect(await readTotals()).toEqual(Array(READS).fill(205))
  expect(readinessOf(store, true)).toMatchObject({ status: 200 })
})

test('error: without one of its shards a store gives no total, and /ready says so', async () => {
  await server.stopNode(1)
  const totals = await Promise.allSettled(Array.from({ length: READS }, totalPeople))
  expect(totals.map(({ status }) => status)).toEqual(Array(READS).fill('rejected'))
  await expect(store.refresh()).rejects.toThrow()
  expect(readinessOf(store, true)).toEqual({
    status: 503,
    body: {
      status: 'unreachable',
      dataVersion: store.journal.latest,
      reason: 'Not every shard of the store answers.',
    },
  })
  await expect(open()).rejects.toThrow(/^ALMANAC_STORE_URL: .*and no other has shard 2$/)
})
