import { join } from 'node:path'
import { bridgeTransfers } from '../src/domains/bridges/facts.ts'
import { readTransfers, type TransferQuery } from '../src/domains/bridges/read/transfers.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { createClock, DAY_SEC, HOUR_SEC } from '../src/lib/clock.ts'
import { type Sql, sql } from '../src/lib/sql.ts'
import { commitRun } from '../src/runs/run.ts'
import type { Fact } from '../src/store/fact.ts'
import type { Snapshot } from '../src/store/snapshot.ts'
import { Store } from '../src/store/store.ts'
import { tableOf } from '../src/store/tables.ts'
import { withFolder } from './support/processes.ts'
import type { Report } from './support/report.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 20_000_000)
const ROWS_PER_RUN = 5_000_000
const HOURS = 365 * 24
const DAYS = 3 * 365
const BRIDGES = 50
const COINS = Math.floor(ROWS / HOURS)
const WALLETS = Math.ceil(ROWS / 1_000)
const REVISED = 1_000
const ROUNDS = 25
const END_SEC = Date.parse('2026-01-01T00:00:00Z') / 1000

/**
 * What the rule of visibility costs: the same read with the store's own `current` and with the bare
 * table, one after the other.
 */
export async function visibility(report: Report): Promise<void> {
  await withFolder(async (folder) => {
    const store = await Store.open({
      facts: [prices, bridgeTransfers],
      path: join(folder, 'facts'),
    })
    await fill(store)
    for (const revised of [0, REVISED]) {
      if (revised > 0) await revise(store)
      report.section(
        `Newest versions out of ${ROWS / 1e6} M rows, ${revised.toLocaleString('en')} of them replaced, against the bare table`,
      )
      for (const [what, { read, limit }] of Object.entries(READS)) {
        const { ours, bare } = await measure(store.snapshot(), read)
        report.add(
          what,
          `${(ours / bare).toFixed(2)} (${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms)`,
          `≤ ${limit}`,
          ours / bare <= limit,
        )
      }
    }
    await store.close()
  })
}

type Read = (snapshot: Snapshot, round: number) => Promise<readonly unknown[]>

const newest: TransferQuery = {
  bridges: Array.from({ length: BRIDGES }, (_, index) => index + 1),
  fromSec: 0,
  toSec: END_SEC,
  sourceChain: undefined,
  party: undefined,
  after: undefined,
  limit: 6_000,
}

const READS: Record<string, { read: Read; limit: number }> = {
  'one coin’s year of hourly prices': {
    limit: 2,
    read: (snapshot, round) =>
      snapshot.query(
        sql`SELECT atSec, priceUsd, confidence FROM ${snapshot.current(prices, sql`coin = {coin:String} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}`)} ORDER BY atSec`,
        { coin: coinOf((round * 7) % COINS), fromSec: END_SEC - HOURS * HOUR_SEC, toSec: END_SEC },
      ),
  },
  'newest 6,000 transfers of all bridges': {
    limit: 3,
    read: (snapshot) => readTransfers(snapshot, newest),
  },
  'newest 6,000 transfers of one bridge': {
    limit: 3,
    read: (snapshot, round) =>
      readTransfers(snapshot, { ...newest, bridges: [1 + (round % BRIDGES)] }),
  },
  'newest 6,000 transfers of one address': {
    limit: 3,
    read: (snapshot, round) =>
      readTransfers(snapshot, {
        ...newest,
        party: { chain: 'base', address: walletOf((round * 31) % WALLETS) },
      }),
  },
}

const coinOf = (number: number): string => `ethereum:0x${number.toString(16).padStart(40, '0')}`
const walletOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`

/** Medians in milliseconds. */
async function measure(snapshot: Snapshot, read: Read): Promise<{ ours: number; bare: number }> {
  const bareSnapshot: Snapshot = {
    ...snapshot,
    current: (fact: Fact, where = sql`1`, values = sql`1`) =>
      sql`(SELECT * FROM ${tableOf(fact)} WHERE (${where}) AND (${values}))`,
  }
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timed(() => read(bareSnapshot, round)))
    ours.push(await timed(() => read(snapshot, round)))
  }
  return { ours: median(ours), bare: median(bare) }
}

async function timed(work: () => Promise<readonly unknown[]>): Promise<number> {
  const startedMs = performance.now()
  const rows = await work()
  if (rows.length === 0) throw new Error('nothing was found')
  return performance.now() - startedMs
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const pricesSql = sql`SELECT concat('ethereum:0x', leftPad(lower(hex(intDiv(number, ${HOURS}))), 40, '0')) AS coin,
  toUInt32(${END_SEC} - (number % ${HOURS}) * ${HOUR_SEC}) AS atSec, 1 + (cityHash64(number) % 1000000) / 1000 AS priceUsd, toNullable(0.99) AS confidence`
const walletSql = (number: Sql) => sql`concat('0x', leftPad(lower(hex(${number})), 40, '0'))`
const transfersSql = sql`SELECT toInt64(1 + cityHash64(number) % ${BRIDGES}) AS bridge, 'base' AS chain, concat('0x', lower(hex(sipHash128(number)))) AS txHash, toInt64(0) AS logIndex,
  toUInt32(${END_SEC - DAYS * DAY_SEC} + intDiv(number * ${DAYS * DAY_SEC}, ${ROWS})) AS atSec, toNullable(toInt64(number)) AS block, ${walletSql(sql`toUInt64(cityHash64(number, 1) % ${WALLETS})`)} AS fromAddress,
  ${walletSql(sql`toUInt64(cityHash64(number, 2) % ${WALLETS})`)} AS toAddress, 'base:0x0' AS token, toString(cityHash64(number, 3)) AS amount, toNullable(1.5) AS valueUsd, number % 2 = 0 AS isDeposit,
  toNullable('base') AS sourceChain, NULL AS isUndone`

const FACTS: readonly [Fact, Sql][] = [
  [prices, pricesSql],
  [bridgeTransfers, transfersSql],
]

/** Prices and transfers, in runs of five million rows. */
async function fill(store: Store): Promise<void> {
  for (const [fact, select] of FACTS) {
    for (let from = 0; from < ROWS; from += ROWS_PER_RUN)
      await write(
        store,
        fact,
        sql`${select} FROM numbers(${from}, ${Math.min(ROWS_PER_RUN, ROWS - from)})`,
      )
    await store.engine.command(sql`OPTIMIZE TABLE ${tableOf(fact)} FINAL`)
  }
}

/** Rows from all over the table come once more. */
async function revise(store: Store): Promise<void> {
  const step = Math.floor(ROWS / REVISED)
  for (const [fact, select] of FACTS)
    await write(
      store,
      fact,
      sql`${select} FROM (SELECT number * ${step} AS number FROM numbers(${REVISED}))`,
    )
}

async function write(store: Store, fact: Fact, select: Sql): Promise<void> {
  await commitRun(
    store,
    { source: 'bench', clock: createClock(), isGenerated: true, isDistinct: true },
    async (stage) => {
      await stage.insertSelect(fact, select)
      return { accepted: await stage.countRows(), rejected: 0, held: 0 }
    },
  )
}
