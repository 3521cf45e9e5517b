import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouseServer } from '../../../test/support/clickhouse/start-server.ts'
import { takeClickHouse } from '../../../test/support/clickhouse/worker-server.ts'
import { sql } from '../../lib/sql.ts'
import { sumOfRowsSql } from '../../store/run-rows.ts'
import type { Store } from '../../store/store.ts'
import { tableOf } from '../../store/tables.ts'
import { openTestStore, type TestStore } from '../import/store-for-tests.ts'
import { writeSnapshot } from '../snapshot/write-snapshot.ts'
import { openFolder } from './origin.ts'
import { pull } from './pull.ts'

const home = mkdtempSync(join(tmpdir(), 'almanac-pull-server-'))
const [first, second] = [join(home, 'first'), join(home, 'second')]
let server: ClickHouseServer

beforeAll(async () => {
  server = await takeClickHouse()
})
afterAll(async () => {
  rmSync(home, { recursive: true, force: true })
})

/** Runs, rows and replaced rows of a store, in an order of their own. */
async function describe(store: Store): Promise<unknown> {
  const facts: unknown[] = []
  for (const fact of store.facts.values())
    facts.push(
      await store.engine.query(
        sql`SELECT run, count() AS rows, ${sumOfRowsSql(fact)} AS sum FROM ${tableOf(fact)} GROUP BY run ORDER BY run`,
      ),
    )
  const replaced = await store.engine.query(
    sql`SELECT fact, identity, replacedRun, byRun FROM almanac.replacements WHERE fact != '' ORDER BY ALL`,
  )
  return { runs: await store.journal.listAfter(0), facts, replaced }
}

async function fill(it: TestStore): Promise<void> {
  const prices = 'coin,atSec,priceUsd,confidence\nbtc,1,0.30000000000000004,\nhigh,1,2e9,\n'
  await it.import('prices', await it.file('prices.csv', prices))
  const pools =
    'chain,pool,atSec,users,stable,tags,apyPct,symbol,rank,open,note\neth,a,1,5,true,x|y,,USDC,,,\neth,b,1,5,false,,1.5,,-7,true,"a ""note"""\n'
  await it.import('pools', await it.file('pools.csv', pools))
  await it.import('names', await it.file('names.csv', 'slug,name\na,Ä\n'))
  const digits = `id,amount,fee\na,${2n ** 256n - 1n},\n`
  await it.import('amounts', await it.file('amounts.csv', digits))
  await it.import('prices', await it.file('prices.csv', 'coin,atSec,priceUsd\nbtc,1,2\n'))
}

test('default: every kind of column goes from one engine to the other and back', async () => {
  const origin = await openTestStore()
  await fill(origin)
  const expected = await describe(origin.store)
  await writeSnapshot(origin.store, { folder: first })
  await origin.close()

  const replica = await openTestStore(server.url)
  const workDir = join(home, 'work')
  expect(
    await pull(replica.store, openFolder(first, replica.store.facts), { workDir }),
  ).toMatchObject({ run: 5 })
  expect(await describe(replica.store)).toEqual(expected)
  await writeSnapshot(replica.store, { folder: second })
  await replica.close()

  const back = await openTestStore()
  expect(await pull(back.store, openFolder(second, back.store.facts), { workDir })).toMatchObject({
    run: 5,
  })
  expect(await describe(back.store)).toEqual(expected)
  expect(await back.rows('amounts')).toMatchObject([{ amount: String(2n ** 256n - 1n) }])
  await back.close()
})
