import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { padHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LiveOperations, liveOperations } from '../src/commands/live-operations.ts'
import { localQuality } from '../src/commands/quality.ts'
import { readConfig } from '../src/config.ts'
import { bridges } from '../src/domains/bridges/facts.ts'
import { bridgeRow } from '../src/domains/bridges/facts-for-tests.ts'
import { prices } from '../src/domains/coins/facts.ts'
import { protocols, tokens } from '../src/domains/registry/facts.ts'
import { protocolRow } from '../src/domains/registry/protocol-row.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { sql } from '../src/lib/sql.ts'
import { readGuardSettings } from '../src/live/guards/rules/settings.ts'
import { createLive, type Live } from '../src/live.ts'
import { type Anvil, startAnvil } from './support/evm/anvil.ts'
import { compile, compileContract } from './support/evm/compile.ts'
import { type Deployed, deploy, send } from './support/evm/deploy.ts'
import { NOW_SEC, TestApp } from './support/test-app.ts'

// The chain begins at 09:00 and makes a block every 600 s, so that few blocks span the hours up to
// noon, which is now.
const GENESIS_SEC = NOW_SEC - 3 * 3_600
const VAULT = '0x00000000000000000000000000000000000000aa'
const OTHER_VAULT = '0x00000000000000000000000000000000000000bb'

let anvil: Anvil
let app: TestApp
let service: Live | undefined
let live: LiveOperations
let nowMs = NOW_SEC * 1000
let token: Deployed
const folder = mkdtempSync(join(tmpdir(), 'almanac-protocols-'))

/** The instance file of the test's protocol. */
function writeInstance(owners: readonly string[], more: object = {}): void {
  const instance = {
    kind: 'token-balances',
    protocol: '1',
    chain: 'local',
    start: GENESIS_SEC,
    holdings: [{ owners, tokens: [token.address] }],
    ...more,
  }
  writeFileSync(join(folder, 'my-vault.json'), JSON.stringify(instance, null, 2))
}

/** Reads the files of protocols, as a start of the service does. */
async function readProtocols(): Promise<void> {
  await service?.close()
  const config = readConfig({ ALMANAC_RPC_LOCAL: anvil.url, ALMANAC_PROTOCOLS_DIR: folder })
  service = await createLive(
    config,
    app.app.store,
    { nowMs: () => nowMs },
    pino({ level: 'silent' }),
  )
  live = liveOperations(service)
}

/** Blocks until the chain has passed a time. */
async function mineUntil(timeSec: number): Promise<void> {
  for (;;) {
    const { timestamp } = await anvil.rpc<{ timestamp: string }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    if (Number(timestamp) >= timeSec) return
    await anvil.rpc('evm_mine')
  }
}

/** Every timestamp of the protocol that is served, with its quality. */
async function tvlPoints(): Promise<[string, number, string][]> {
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query<{ atSec: number; tvlUsd: number; quality: string }>(
    sql`SELECT atSec, tvlUsd, quality FROM ${snapshot.current(tvlRecords)} ORDER BY atSec`,
  )
  return rows.map(({ atSec, tvlUsd, quality }) => [
    new Date(atSec * 1000).toISOString().slice(11, 16),
    tvlUsd,
    quality,
  ])
}

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: GENESIS_SEC, blockTimeSec: 600 })
  // Block 1 at 09:10: the token. Block 2 at 09:20: 5,000 tokens for the vault.
  const { Token } = await compile('token.sol')
  if (Token === undefined) throw new Error('no contract')
  token = await deploy(anvil, Token, ['Coin', 'COIN', 6])
  await send(anvil, token, { functionName: 'mint', args: [VAULT, 5_000_000_000n] })
  writeInstance([VAULT])
  app = await TestApp.start()
  await readProtocols()
  const coin = `local:${token.address.toLowerCase()}`
  await app.put(protocols, [protocolRow({ id: '1', name: 'My Vault', category: 'Yield' })])
  await app.put(tokens, [{ coin, symbol: 'COIN', name: null, decimals: 6, redirect: null }])
  // Two dollars each, known at 09:00 and still young enough at noon.
  await app.put(prices, [{ coin, atSec: GENESIS_SEC, priceUsd: 2, confidence: 0.9 }])
})

afterAll(async () => {
  await service?.close()
  await app.stop()
  await anvil.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a protocol on a real chain', () => {
  test('default: an hour is read, priced, stored and served', async () => {
    await mineUntil(GENESIS_SEC + 3_600)
    const summary = await live.runSource({ source: 'my-vault', atSec: GENESIS_SEC + 3_600 })
    expect(summary).toMatchObject({ rejected: 0, held: 0, unpriced: [], holds: [] })
    // 5,000 tokens × 2 USD, stamped with the end of the hour.
    expect(await tvlPoints()).toEqual([['10:00', 10_000, 'ok']])
    expect((await app.get('/tvl/my-vault')).body).toBe(10_000)
  })

  test('behavior: the receipt names the code, the block with its hash, and the price', async () => {
    const run = app.app.store.journal.latest
    const { body } = await app.get(`/meta/runs/${run}`)
    const block = await anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['0x5', false])
    // Blocks are at 09:10, 09:20 …: the last one before 10:00 is the fifth, at 09:50.
    expect(body).toMatchObject({
      source: 'reader:my-vault',
      receipts: [
        {
          source: 'reader:my-vault',
          from: '2026-01-14T09:00:00.000Z',
          at: '2026-01-14T10:00:00.000Z',
          codeHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          programHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          blocks: [{ chain: 'local', number: 5, hash: block.hash, at: '2026-01-14T09:50:00.000Z' }],
          prices: [{ priceUsd: 2, at: '2026-01-14T09:00:00.000Z', confidence: 0.9 }],
          unpriced: [],
        },
      ],
    })
  })

  test('behavior: a run can be made again at its block, also by another node, though the chain has moved on', async () => {
    await send(anvil, token, { functionName: 'mint', args: [VAULT, 1_000_000_000n] })
    const run = app.app.store.journal.latest
    expect(await live.verify({ run, nodes: [], adapter: null })).toMatchObject({
      differences: [],
      remarks: [],
    })
    const other = await live.verify({
      run,
      nodes: [{ chain: 'local', url: anvil.url }],
      adapter: null,
    })
    expect(other.differences).toEqual([])
    expect(other.figures).toBeGreaterThan(0)
  })

  test('behavior: a backfill reads what is missing and leaves what is there', async () => {
    await mineUntil(NOW_SEC)
    const range = { source: 'my-vault', fromSec: GENESIS_SEC, toSec: NOW_SEC, affected: false }
    const progress: number[] = []
    const summary = await live.backfill({ ...range, onProgress: ({ done }) => progress.push(done) })
    expect(summary).toMatchObject({ periods: 3, known: 1, made: 2, held: 0 })
    expect(progress).toEqual([0, 1])
    // 6,000 tokens from 10:10 on.
    expect(await tvlPoints()).toEqual([
      ['10:00', 10_000, 'ok'],
      ['11:00', 12_000, 'backfilled'],
      ['12:00', 12_000, 'backfilled'],
    ])
    expect(await live.backfill(range)).toMatchObject({ known: 3, made: 0 })
  })

  test('behavior: when blocks are replaced, what rests on them is read again and revised; a second look finds nothing', async () => {
    // The last five of the blocks before noon go, and with them nothing of the vault; then one of
    // the new ones brings 500 tokens.
    await anvil.rpc('anvil_rollback', [5])
    await send(anvil, token, { functionName: 'mint', args: [VAULT, 500_000_000n] })
    await mineUntil(NOW_SEC)
    const job = service?.scheduler.findJob('my-vault')
    if (service === undefined || job === undefined) throw new Error('no job')
    const { scheduler } = service
    expect(await scheduler.cycle(job)).toHaveLength(1)
    expect(await tvlPoints()).toEqual([
      ['10:00', 10_000, 'ok'],
      ['11:00', 12_000, 'backfilled'],
      ['12:00', 13_000, 'ok'],
    ])
    expect(await scheduler.cycle(job)).toEqual([])
  })

  test('behavior: what the guards hold is not served; the last good value is, marked as carried, until a person decides', async () => {
    // An hour later, a hundred times the tokens at once.
    await mineUntil(NOW_SEC + 1_800)
    nowMs += 3_600_000
    await send(anvil, token, { functionName: 'mint', args: [VAULT, 650_000_000_000n] })
    await mineUntil(NOW_SEC + 3_600)
    const summary = await live.runSource({ source: 'my-vault', atSec: NOW_SEC + 3_600 })
    // Value and tokens are one reading, so it is one hold.
    expect(summary.holds.map(({ fact, guard }) => [fact, guard])).toEqual([['tvl', 'unit-error']])
    expect((await tvlPoints()).at(-1)).toEqual(['13:00', 13_000, 'carried'])
    const { body } = await app.get('/meta/quality')
    expect(
      (body as { readings: { fact: string }[] }).readings.find(({ fact }) => fact === 'tvl'),
    ).toMatchObject({
      value: 1_313_000,
      servedValue: 13_000,
      state: 'held',
    })
  })

  test('behavior: other settings are other code: the days they affect are listed and made again', async () => {
    writeInstance([VAULT, OTHER_VAULT])
    await readProtocols()
    expect(await live.listAffectedDays({ source: 'my-vault' })).toEqual(['2026-01-14'])
    // The other vault holds nothing, so the figures stay.
    const range = { source: 'my-vault', fromSec: GENESIS_SEC, toSec: NOW_SEC + 3_600 }
    expect(await live.backfill({ ...range, affected: true })).toMatchObject({ periods: 4, made: 4 })
    expect(await live.listAffectedDays({ source: 'my-vault' })).toEqual([])
    expect((await tvlPoints()).slice(0, 2)).toEqual([
      ['10:00', 10_000, 'backfilled'],
      ['11:00', 12_000, 'backfilled'],
    ])
  })
})

test('behavior: a module of others that a file names is a source like any other, and is verified', async () => {
  const collection = join(folder, 'collection')
  mkdirSync(join(collection, 'projects'), { recursive: true })
  writeFileSync(join(collection, 'package.json'), '{ "name": "collection", "private": true }')
  writeFileSync(
    join(collection, 'projects/their-vault.js'),
    `module.exports = { local: { tvl: (api) => api.sumTokens({ owner: '${VAULT}', tokens: ['${token.address}'] }) } }`,
  )
  writeFileSync(
    join(folder, 'theirs.json'),
    JSON.stringify({ kind: 'adapter', module: 'collection/projects/their-vault.js' }),
  )
  await readProtocols()
  const { run, accepted } = await live.runSource({
    source: 'adapter:projects/their-vault',
    atSec: GENESIS_SEC + 3_600,
  })
  // The protocol, its value and its token; the token itself is known already.
  expect(accepted).toBe(3)
  expect((await app.get('/tvl/their-vault')).body).toBe(10_000)
  expect(await live.verify({ run, nodes: [], adapter: null })).toMatchObject({
    differences: [],
    remarks: [],
  })
  // Once a person has described the protocol, the module's own words are left alone, and nobody
  // misses them.
  const { id } = (await app.get('/protocol/their-vault')).body as { id: string }
  await app.put(protocols, [protocolRow({ id, name: 'Their Vault', category: 'Yield' })])
  const next = await live.runSource({
    source: 'adapter:projects/their-vault',
    atSec: GENESIS_SEC + 7_200,
  })
  expect(next.accepted).toBe(2)
  expect(await live.verify({ run: next.run, nodes: [], adapter: null })).toMatchObject({
    differences: [],
    remarks: [],
  })
})

test('behavior: a transfer in a block that was replaced is not served any more, and one that was mined again counts once', async () => {
  const hourSec = NOW_SEC + 3_600
  const bridge = await deploy(anvil, await compileContract('bridge.sol', 'Bridge'))
  const lock = (amount: bigint) =>
    send(anvil, bridge, {
      functionName: 'lock',
      args: [token.address, amount, padHex(VAULT, { size: 32 }), 7],
    })
  // The chain stood at 13:00 and has the bridge at 13:10; then 1, 2 and 3 go in at 13:20, 13:30 and
  // 13:40.
  for (const amount of [1n, 2n, 3n]) await lock(amount)
  await mineUntil(hourSec + 3_600)
  nowMs = (hourSec + 3_600) * 1000
  const event = {
    event:
      'event Locked(address indexed from, bytes32 to, (address token, uint256 amount) message, uint32 indexed domain)',
    ...{
      contracts: [bridge.address],
      isDeposit: true,
      from: { arg: 'from' },
      to: { arg: 'to' },
      token: { arg: 'message.token' },
    },
    amount: 'message.amount',
  }
  const instance = {
    kind: 'bridge-events',
    protocol: '12',
    chain: 'local',
    start: GENESIS_SEC,
    events: [event],
  }
  writeFileSync(join(folder, 'my-bridge.json'), JSON.stringify(instance))
  await readProtocols()
  await app.put(bridges, [{ ...bridgeRow({ id: 12 }) }])
  // The hour before too: a single node is believed about a reorg when its new chain leads down to a
  // block that was read.
  for (const atSec of [hourSec, hourSec + 3_600])
    await live.runSource({ source: 'my-bridge', atSec })
  expect(await transfersOf(12)).toEqual(['13:40 3', '13:30 2', '13:20 1'])
  // The four blocks from 13:30 to 14:00 go; in the new ones the second comes ten minutes later, and
  // the third never.
  await anvil.rpc('anvil_rollback', [4])
  await anvil.rpc('evm_mine')
  await lock(2n)
  await mineUntil(hourSec + 3_600)
  const job = service?.scheduler.findJob('my-bridge')
  if (service === undefined || job === undefined) throw new Error('no job')
  const [run = 0] = await service.scheduler.cycle(job)
  expect(await transfersOf(12)).toEqual(['13:40 2', '13:20 1'])
  expect((await app.get(`/bridgedaystats/${NOW_SEC}/all?id=12`)).body).toMatchObject({
    totalDepositTxs: 2,
  })
  // The two that are there, and the two that are not.
  expect(await live.verify({ run, nodes: [], adapter: null })).toMatchObject({
    figures: 4,
    differences: [],
    remarks: [],
  })
})

/** The transfers of a bridge between 13:00 and 14:00 that are served, such as `13:20 1`. */
async function transfersOf(bridge: number): Promise<string[]> {
  const { body } = await app.get(
    `/transactions/${bridge}?startTimestamp=${NOW_SEC + 3_600}&endTimestamp=${NOW_SEC + 7_199}`,
  )
  const { transactions } = body as { transactions: { ts: string; amount: string }[] }
  return transactions.map(({ ts, amount }) => `${ts.slice(11, 16)} ${amount}`)
}

test('behavior: figures that a deliberate change moves are held, and released as one decision', async () => {
  // The chain stands at 14:00. The settings name a second vault, which is filled now.
  await send(anvil, token, { functionName: 'mint', args: [OTHER_VAULT, 600_000_000_000n] })
  await mineUntil(NOW_SEC + 3 * 3_600)
  nowMs = (NOW_SEC + 3 * 3_600) * 1000
  const at = { source: 'my-vault', atSec: NOW_SEC + 3 * 3_600 }
  const { run, held } = await live.runSource(at)
  expect(held).toBeGreaterThan(0)
  expect((await tvlPoints()).at(-1)?.[2]).toBe('carried')
  const quality = localQuality(app.app.store, { nowMs: () => nowMs }, readGuardSettings())
  const words = { by: 'ann', reason: 'The second vault is open.', state: 'released' } as const
  const choice = { source: 'my-vault', runs: { first: run, last: run } }
  const decision = await quality.decideHolds({ ...choice, ...words })
  expect(new Set(decision.holds.map(({ fact }) => fact))).toEqual(new Set(['tvl', 'tvl_tokens']))
  expect((await tvlPoints()).at(-1)?.[2]).toBe('ok')
})

test('error: a file that is not right is named with its line, and the others are read', async () => {
  writeFileSync(join(folder, 'wrong.json'), '{\n  "kind": "token-balances",\n  "protocol": 1\n}')
  await readProtocols()
  expect(service?.problems).toContain(
    'wrong.json:3: protocol must be the id of the protocol its figures belong to, as a text',
  )
  await expect(live.runSource({ source: 'my-vaul', atSec: null })).rejects.toThrow(
    'No live source is called "my-vaul". Is it reader:my-vault?',
  )
})

test('error: a node that cannot be reached fails the run, and the store shows why', async () => {
  await anvil.stop()
  // It is waited for a minute, which passes shortly.
  const passing = setInterval(() => {
    nowMs += 10_000
  }, 20)
  await expect(live.runSource({ source: 'my-vault', atSec: null })).rejects.toThrow()
  clearInterval(passing)
  const failed = (await app.app.store.journal.listAfter(0)).at(-1)
  expect(failed).toMatchObject({ source: 'reader:my-vault', state: 'failed' })
  expect(failed?.note).not.toBe('')
})
