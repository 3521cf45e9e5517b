import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { at as nth } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { joinSql, literal, sql } from '../../../lib/sql.ts'
import { commitRun } from '../../../runs/run.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { tableOf } from '../../../store/tables.ts'
import { bridgeTransfers } from '../facts.ts'
import { at } from '../facts-for-tests.ts'
import { readTransfers, type Transfer, type TransferQuery } from './transfers.ts'

let app: TestApp
let snapshot: Snapshot

// A quiet year of bridge 1, then a day with 60,000 transfers, then a quiet month; bridge 2 is busy
// all the time. Some addresses and chains were in use only long ago, others only now and then. One
// transfer in seven was undone.
const ROWS = 260_000
const BUSY_SEC = at(31)

beforeAll(async () => {
  app = await TestApp.start()
  const isBusy = sql`number < 60000`
  const quiet = sql`toUInt32(${at(365)} + (number * 7919) % ${365 * DAY_SEC})`
  await commitRun(
    app.app.store,
    { source: 'test', clock: app.app.clock, again: true },
    async (stage) => {
      await stage.insertSelect(
        bridgeTransfers,
        sql`SELECT toInt64(if(number < 100000, 1, 2)) AS bridge, if(number % 3 = 0, 'base', 'ethereum') AS chain, concat('0x', toString(number)) AS txHash, toInt64(0) AS logIndex,
         if(${isBusy}, toUInt32(${BUSY_SEC} + number % 5000), ${quiet}) AS atSec, NULL AS block, multiIf(atSec < ${at(200)}, '0xold', number % 9000 = 0, '0xrare', '0xhot') AS fromAddress,
         if(number % 2 = 0, '0xbridge', '0xhot') AS toAddress, 'base:0xt' AS token, toString(number) AS amount, toNullable(1.) AS valueUsd, number % 2 = 0 AS isDeposit,
         toNullable(multiIf(atSec < ${at(300)}, 'bsc', number % 5000 = 1, 'polygon', 'ethereum')) AS sourceChain,
         if(number % 7 = 3, true, NULL) AS isUndone FROM numbers(${ROWS})`,
      )
      return { accepted: ROWS, rejected: 0, held: 0 }
    },
  )
  snapshot = app.app.store.snapshot()
})

afterAll(() => app.stop())

const whole: TransferQuery = {
  bridges: [1, 2],
  fromSec: 0,
  toSec: 4_294_967_295,
  sourceChain: undefined,
  party: undefined,
  after: undefined,
  limit: 6_001,
}

/** The same request put to the engine as one plain statement over everything. */
async function readPlainly({
  bridges,
  fromSec,
  toSec,
  sourceChain,
  party,
  after,
  limit,
}: TransferQuery): Promise<string[]> {
  const conditions = [
    sql`bridge IN (${joinSql(bridges)}) AND atSec BETWEEN ${fromSec} AND ${toSec} AND isNull(isUndone)`,
    ...(sourceChain === undefined ? [] : [sql`sourceChain = ${literal(sourceChain)}`]),
    ...(party === undefined
      ? []
      : [
          sql`chain = ${literal(party.chain)} AND ${literal(party.address)} IN (fromAddress, toAddress)`,
        ]),
    ...(after === undefined
      ? []
      : [
          sql`(atSec, bridge, chain, txHash) < (${after.atSec}, ${after.bridge}, ${literal(after.chain)}, ${literal(after.txHash)})`,
        ]),
  ]
  const rows = await snapshot.query<{ txHash: string }>(
    sql`SELECT txHash FROM ${tableOf(bridgeTransfers)} WHERE ${joinSql(conditions, sql` AND `)} ORDER BY atSec DESC, bridge DESC, chain DESC, txHash DESC LIMIT ${limit}`,
  )
  return rows.map(({ txHash }) => txHash)
}

const hashesOf = (rows: readonly Transfer[]) => rows.map(({ txHash }) => txHash)

test.each<[string, Partial<TransferQuery>]>([
  ['the newest of all', {}],
  ['the newest of a quiet bridge, through its busy day', { bridges: [1] }],
  ['the newest before the end of the busy day', { bridges: [1], toSec: BUSY_SEC + 4_000 }],
  ['a few within the busy day', { bridges: [1], toSec: BUSY_SEC + 100, limit: 50 }],
  ['one second of the busy day', { bridges: [1], fromSec: BUSY_SEC + 7, toSec: BUSY_SEC + 7 }],
  ['a range in the past', { fromSec: at(300), toSec: at(290) }],
  ['a range before everything', { toSec: at(400) }],
  ['a range after everything', { fromSec: at(-1) }],
  ['a bridge without transfers', { bridges: [3] }],
  ['a bridge without transfers among others', { bridges: [1, 2, 3], limit: 100 }],
  ['a common source', { sourceChain: 'ethereum' }],
  ['a source of long ago', { sourceChain: 'bsc' }],
  ['a rare source', { sourceChain: 'polygon' }],
  ['a rare source of a quiet bridge', { sourceChain: 'polygon', bridges: [1] }],
  ['a source without transfers', { sourceChain: 'solana' }],
  ['an address that is everywhere', { party: { chain: 'ethereum', address: '0xhot' } }],
  [
    'the same on a busy day',
    { bridges: [1], toSec: BUSY_SEC + 3_000, party: { chain: 'base', address: '0xhot' } },
  ],
  [
    'an address of long ago, with many transfers',
    { party: { chain: 'ethereum', address: '0xold' } },
  ],
  ['a rare address', { party: { chain: 'base', address: '0xrare' } }],
  ['an address without transfers', { party: { chain: 'base', address: '0xnone' } }],
  [
    'an address and a source',
    { party: { chain: 'ethereum', address: '0xhot' }, sourceChain: 'polygon' },
  ],
  [
    'an address and an old source',
    { party: { chain: 'ethereum', address: '0xold' }, sourceChain: 'bsc', limit: 10 },
  ],
])('behavior: %s is what a plain statement finds', async (_, asked) => {
  const query = { ...whole, ...asked }
  const rows = await readTransfers(snapshot, query)
  expect(hashesOf(rows)).toEqual(await readPlainly(query))
  const middle = rows[Math.floor(rows.length / 2)]
  if (middle === undefined) return
  const rest = { ...query, after: middle, limit: 1_000 }
  expect(hashesOf(await readTransfers(snapshot, rest))).toEqual(await readPlainly(rest))
})

test('behavior: transfers that came again are counted once, with the newest amount', async () => {
  const before = await readTransfers(snapshot, { ...whole, limit: 2_000 })
  // Every fifth of the newest comes again, and so does the oldest of a small range.
  const again = before.filter((_, index) => index % 5 === 0)
  await app.put(
    bridgeTransfers,
    again.map((row) => ({ ...row, amount: '7' })),
  )
  const now = app.app.store.snapshot()
  expect(now.revisedKeys(bridgeTransfers, sql`atSec`)).toBeDefined()
  const expected = before.map((row, index) => (index % 5 === 0 ? { ...row, amount: '7' } : row))
  expect(await readTransfers(now, { ...whole, limit: 2_000 })).toEqual(expected)
  // Fewer than the limit, all of them at times that hold a replaced one too.
  const some = { ...whole, fromSec: nth(expected, 4).atSec }
  const inRange = expected.filter(({ atSec }) => atSec >= some.fromSec)
  expect(inRange.length).toBeLessThan(some.limit)
  expect(await readTransfers(now, some)).toEqual(inRange)
  // As it was before they came.
  expect(await readTransfers(snapshot, { ...whole, limit: 2_000 })).toEqual(before)
})
