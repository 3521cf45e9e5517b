import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_ISO, TestApp } from '../../../test/support/test-app.ts'
import { at } from '../../lib/at.ts'
import { createClock } from '../../lib/clock.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../../lib/sql.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { type Fact, sourceColumns } from '../../store/fact.ts'
import { tableOf } from '../../store/tables.ts'
import {
  bridges,
  bridgeTransfers,
  DAY_SQL,
  exactUsd,
  partySql,
  SUMS_SQL,
  UNDONE_SQL,
  usdOf,
} from './facts.ts'
import { bodyOf } from './facts-for-tests.ts'

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await TestApp.start()
  folder = mkdtempSync(join(tmpdir(), 'almanac-bridges-'))
})

afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

let files = 0

async function importCsv(fact: Fact, csv: string) {
  const path = join(folder, `${++files}.csv`)
  writeFileSync(path, csv)
  return importFiles(app.app.store, createClock(NOW_ISO), {
    fact: fact.name,
    files: [path],
    rejectsDir: join(folder, 'rejects'),
  })
}

const HEADER =
  'bridge,chain,txHash,logIndex,atSec,block,fromAddress,toAddress,token,amount,valueUsd,isDeposit,sourceChain\n'

test('default: bridges and transfers come in from files and are served in their one spelling', async () => {
  await importCsv(
    bridges,
    'id,name,displayName,destinationChain\n1,harbor,Harbor Bridge,\n2,cedar,Cedar Bridge,OP Mainnet\n',
  )
  const summary = await importCsv(
    bridgeTransfers,
    `${HEADER}1,Ethereum,0xAB,0,2026-01-13T10:00:00Z,100,0xUSER,0xBridge,0xUSDC,9007199254740993,1.5,true,
1,10,0xCD,0,1768298460,,0xBRIDGE,0xUser,Optimism:0xUsdc,9007199254740993,,false,eth
1,solana,AbCd,3,1768298520,7,UserA,BridgeB,MintC,1,0,true,Solana
`,
  )
  expect(summary).toMatchObject({ accepted: 3, rejected: 0, held: 0 })
  const { transactions } = await bodyOf<{ transactions: unknown[] }>(app, '/transactions/1')
  expect(transactions).toEqual([
    {
      tx_hash: 'AbCd',
      ts: '2026-01-13T10:02:00.000Z',
      tx_block: 7,
      tx_from: 'UserA',
      tx_to: 'BridgeB',
      token: 'MintC',
      coin: 'solana:MintC',
      amount: '1',
      is_deposit: true,
      chain: 'Solana',
      bridge_name: 'harbor',
      usd_value: 0,
      sourceChain: 'Solana',
    },
    {
      tx_hash: '0xcd',
      ts: '2026-01-13T10:01:00.000Z',
      tx_block: null,
      tx_from: '0xbridge',
      tx_to: '0xuser',
      token: '0xusdc',
      coin: 'optimism:0xusdc',
      amount: '9007199254740993',
      is_deposit: false,
      chain: 'OP Mainnet',
      bridge_name: 'harbor',
      usd_value: null,
      sourceChain: 'Ethereum',
    },
    {
      tx_hash: '0xab',
      ts: '2026-01-13T10:00:00.000Z',
      tx_block: 100,
      tx_from: '0xuser',
      tx_to: '0xbridge',
      token: '0xusdc',
      coin: 'ethereum:0xusdc',
      amount: '9007199254740993',
      is_deposit: true,
      chain: 'Ethereum',
      bridge_name: 'harbor',
      usd_value: 1.5,
      sourceChain: 'Ethereum',
    },
  ])
  expect(await bodyOf(app, '/bridge/2')).toMatchObject({
    displayName: 'Cedar Bridge',
    destinationChain: 'OP Mainnet',
  })
})

test('behavior: a file can undo a transfer', async () => {
  const row = '2,ethereum,0x7,0,2026-01-13T10:00:00Z,100,0xuser,0xbridge,0xusdc,5,1.5,true,,'
  const header = `${HEADER.trim()},isUndone\n`
  const listed = async () =>
    (await bodyOf<{ transactions: unknown[] }>(app, '/transactions/2')).transactions.length
  expect(await importCsv(bridgeTransfers, `${header}${row}\n`)).toMatchObject({
    accepted: 1,
    rejected: 0,
  })
  expect(await listed()).toBe(1)
  expect(await importCsv(bridgeTransfers, `${header}${row}true\n`)).toMatchObject({
    accepted: 1,
    rejected: 0,
  })
  expect(await listed()).toBe(0)
  await expect(importCsv(bridgeTransfers, `${header}${row}maybe\n`)).rejects.toThrow(
    'isUndone: not true or false',
  )
})

test('error: rows that cannot be are rejected, one that is hard to believe is held', async () => {
  const good = [
    '1',
    'ethereum',
    '0x1',
    '0',
    '1768298400',
    '1',
    '0xa',
    '0xb',
    '0xc',
    '5',
    '1',
    'true',
    '',
  ]
  const columns = HEADER.trim().split(',')
  const cases: [column: string, value: string][] = [
    ['bridge', '0'],
    ['bridge', 'one'],
    ['txHash', ''],
    ['logIndex', ''],
    ['logIndex', '-1'],
    ['block', '-1'],
    ['fromAddress', ''],
    ['toAddress', ''],
    ['token', ''],
    ['amount', '1.5'],
    ['amount', '-5'],
    ['amount', ''],
    ['valueUsd', '-1'],
    ['valueUsd', 'inf'],
    ['isDeposit', 'in'],
  ]
  const rows = cases.map(([column, value]) =>
    good.map((cell, index) => (columns[index] === column ? value : cell)).join(','),
  )
  const held = good
    .map((cell, index) => (columns[index] === 'valueUsd' ? '10000000001' : cell))
    .join(',')
  const summary = await importCsv(bridgeTransfers, `${HEADER}${rows.join('\n')}\n${held}\n`)
  expect(summary).toMatchObject({ accepted: 0, held: 1, rejected: cases.length })
})

test('behavior: 10 bn is served, more is held', async () => {
  const { when } = at(bridgeTransfers.hold, 0)
  const rows = await app.app.store.engine.query(
    sql`SELECT toUInt8(${when}) AS held FROM (SELECT arrayJoin([toFloat64(10e9), 10e9 + 1]) AS valueUsd) ORDER BY valueUsd`,
  )
  expect(rows).toEqual([{ held: 0 }, { held: 1 }])
})

test('behavior: a sum of dollars is exact, whichever rows are added first', async () => {
  // As floats, 2^53 swallows each half that is added to it.
  const values = [0.5, 0.5, 2 ** 53, 0.5, 0.5]
  const sums = [values, [...values].sort(), [...values].sort().reverse()].map(async (list) => {
    const [row] = await app.app.store.engine.query<{ sum: number }>(
      sql`SELECT ${usdOf(exactUsd(sql`1`))} AS sum FROM (SELECT arrayJoin([${joinSql(
        list.map((value) => sql`toFloat64(${value})`),
        sql`,`,
      )}]) AS valueUsd)`,
    )
    return row?.sum
  })
  expect(await Promise.all(sums)).toEqual([2 ** 53 + 2, 2 ** 53 + 2, 2 ** 53 + 2])
})

test.each([0, 1])('behavior: a sum is rounded the same way, compiled %i', async (isCompiled) => {
  const [row] = await app.app.store.engine.writerQuery<{ usd: number }>(
    sql`SELECT ${usdOf(sql`sum(units)`)} AS usd FROM (SELECT arrayJoin([toInt128('144310362754141561423438107')]) AS units)
     GROUP BY units SETTINGS compile_expressions = ${isCompiled}, min_count_to_compile_expression = 0`,
  )
  expect(row).toEqual({ usd: 122_235.63188297773 })
})

test('behavior: what the common queries read is stored beside the rows', async () => {
  const snapshot = app.app.store.snapshotOf(9)
  const planOf = async (statement: Sql) => {
    const rows = await snapshot.query<{ explain: string }>(sql`EXPLAIN ${statement}`)
    return rows.map(({ explain }) => explain).join('\n')
  }
  const table = tableOf(bridgeTransfers)
  const many = sql`SELECT 1 AS bridge, 'base' AS chain, toString(number) AS txHash, 0 AS logIndex, number AS atSec, NULL AS block,
    toString(cityHash64(number) % 1000) AS fromAddress, toString(cityHash64(number) % 999) AS toAddress, 'base:x' AS token, '1' AS amount, 1. AS valueUsd, true AS isDeposit,
    NULL AS sourceChain, NULL AS isUndone, now64(3) AS recordedAt, toUInt32(9) AS run, 'ok' AS quality FROM numbers(50000)`
  await app.app.store.engine.command(
    sql`INSERT INTO ${table} (${identifiers([...sourceColumns(bridgeTransfers), 'recordedAt', 'run', 'quality'])}) ${many}`,
  )
  const ofBridge = sql`SELECT * FROM ${snapshot.current(bridgeTransfers, sql`bridge = 1`)}`
  expect(
    await planOf(sql`${ofBridge} ORDER BY atSec DESC, bridge DESC, chain DESC LIMIT 9`),
  ).toContain('InReverseOrder')
  for (const [column, projection] of [
    ['fromAddress', 'bySender'],
    ['toAddress', 'byReceiver'],
  ] as const) {
    const isParty = sql`${partySql(sql`chain`, identifier(column))} = ${partySql(sql`'base'`, sql`'7'`)} AND ${identifier(column)} = '7' AND chain = 'base'`
    const found = snapshot.current(
      bridgeTransfers,
      sql`atSec BETWEEN 5 AND 40000 AND bridge IN [1]`,
      isParty,
    )
    expect(await planOf(sql`SELECT * FROM ${found} ORDER BY atSec DESC LIMIT 9`)).toContain(
      projection,
    )
  }
  const days = sql`SELECT bridge, chain, ${DAY_SQL} AS day, ${joinSql(Object.values(SUMS_SQL))}, max(atSec) FROM ${table}`
  expect(
    await planOf(
      sql`${days} WHERE NOT ${UNDONE_SQL} AND run <= 9 AND quality != 'held' GROUP BY bridge, chain, day`,
    ),
  ).toContain('sumsByDay')
})
