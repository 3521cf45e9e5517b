import { bridgeTransfers, UNDONE_SQL } from '../src/domains/bridges/facts.ts'
import { readTransfers, type TransferQuery } from '../src/domains/bridges/read/transfers.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { type Clock, DAY_SEC, HOUR_SEC, toSec } from '../src/lib/clock.ts'
import { type Sql, sql } from '../src/lib/sql.ts'
import type { Fact } from '../src/store/fact.ts'
import type { Snapshot } from '../src/store/snapshot.ts'
import type { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { copiesSql } from '../test/support/full-size/copies.ts'
import { keysOf } from './routes/route.ts'
import { alternately, median, timeMs } from './support/measure.ts'
import type { Report } from './support/report.ts'
import { commitSelected, inStore, theWorld } from './support/world.ts'

const REVISED = 1_000
const ROUNDS = 25
const MAX_BRIDGES = 1_000

/** What visibility costs: the same read by the store's own `current` and by the bare table. */
export async function visibility(report: Report): Promise<void> {
  const { many } = await theWorld()
  await inStore(many, async (store, clock) => {
    const reads = await readsOf(store, toSec(clock.nowMs()))
    for (const revised of [0, REVISED]) {
      if (revised > 0) await revise(store, clock)
      report.section(
        `Newest versions of prices and transfers, ${revised.toLocaleString('en')} of them replaced, against the bare table`,
      )
      for (const [what, { read, limit }] of Object.entries(reads)) {
        const { ours, bare } = await measure(store.snapshot(), read)
        report.times(what, median(ours), median(bare), limit)
      }
    }
  })
}

type Read = (snapshot: Snapshot, round: number) => Promise<readonly unknown[]>

async function readsOf(
  store: Store,
  nowSec: number,
): Promise<Record<string, { read: Read; limit: number }>> {
  const keys = async (fact: string, column: Sql, where?: Sql, count = ROUNDS) => {
    const statement = keysOf(fact, column, count, where)
    return (await store.engine.query<{ key: string }>(statement)).map(({ key }) => key)
  }
  const coins = await keys('prices', sql`coin`)
  const sender = sql`concat(chain, ':', fromAddress)`
  const senders = await keys('bridge_transfers', sender, sql`NOT ${UNDONE_SQL}`)
  const ids = (await keys('bridges', sql`toString(id)`, sql`1`, MAX_BRIDGES)).map(Number)
  const newest: TransferQuery = {
    ...{ bridges: ids, fromSec: 0, toSec: nowSec, limit: 6_000 },
    ...{ sourceChain: undefined, party: undefined, after: undefined },
  }
  const transfers = (about: (round: number) => Partial<TransferQuery>) => ({
    limit: 3,
    read: (snapshot: Snapshot, round: number) =>
      readTransfers(snapshot, { ...newest, ...about(round) }),
  })
  return {
    'one coin’s year of prices': {
      limit: 2,
      read: (snapshot, round) =>
        snapshot.query(
          sql`SELECT atSec, priceUsd, confidence FROM ${snapshot.current(prices, sql`coin = {coin:String} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`)} ORDER BY atSec`,
          { coin: keyAt(coins, round), fromSec: nowSec - 365 * DAY_SEC - HOUR_SEC, toSec: nowSec },
        ),
    },
    'newest 6,000 transfers of all bridges': transfers(() => ({})),
    'newest 6,000 transfers of one bridge': transfers((round) => ({
      bridges: ids.slice(round % ids.length, (round % ids.length) + 1),
    })),
    'newest 6,000 transfers of one address': transfers((round) => {
      const [chain = '', address = ''] = keyAt(senders, round).split(':')
      return { party: { chain, address } }
    }),
  }
}

const keyAt = (keys: readonly string[], round: number) => keys[round % keys.length] ?? ''

/** Times in milliseconds, by the store's own `current` and by the bare table. */
function measure(snapshot: Snapshot, read: Read): Promise<Record<'bare' | 'ours', number[]>> {
  const bare: Snapshot = {
    ...snapshot,
    current: (fact: Fact, where = sql`1`, values = sql`1`) =>
      sql`(SELECT * FROM ${tableOf(fact)} WHERE (${where}) AND (${values}))`,
  }
  const time = (from: Snapshot) => (round: number) =>
    timeMs(async () => {
      if ((await read(from, round)).length === 0) throw new Error('nothing was found')
    })
  return alternately(ROUNDS, { bare: time(bare), ours: time(snapshot) })
}

/** Rows from all over the tables come once more. */
async function revise(store: Store, clock: Clock): Promise<void> {
  const copies = (fact: Fact) =>
    copiesSql({ fact, times: 1, columns: {}, where: sql`rand() % 1000 = 0` })
  const rows = (fact: Fact) => sql`SELECT * FROM (${copies(fact)}) LIMIT ${REVISED}`
  const selected = [prices, bridgeTransfers].map((fact) => [fact, rows(fact)] as const)
  await commitSelected(store, clock, selected)
}
