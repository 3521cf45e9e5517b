import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mirrored, routes } from '../src/app.ts'
import { mirrorOperations } from '../src/commands/mirror-operations.ts'
import { compareAddress, describeComparison } from './support/mirror/compare-operations.ts'
import { SmallOrigin } from './support/mirror/small-origin.ts'
import { Program } from './support/program.ts'
import { NOW_ISO, TEST_KEY, TestApp } from './support/test-app.ts'

const PROTOCOLS = 15
const TURNS = 10
const DOMAINS = ['tvl', 'dimensions', 'hacks']
const ADDRESSES = [
  '/api/protocols',
  '/api/protocol/protocol-1',
  '/api/protocol/protocol-5',
  '/api/protocol/protocol-7',
  '/api/v2/chains',
  '/api/v2/historicalChainTvl',
  '/api/v2/historicalChainTvl/Base',
  '/api/overview/fees',
  '/api/summary/fees/protocol-3',
  '/api/v2/chart/fees/chain-breakdown',
  '/api/hacks',
]

const SETTINGS = {
  ALMANAC_CLOCK: NOW_ISO,
  ALMANAC_DEMO: 'off',
  ALMANAC_BOOTSTRAP_KEY: TEST_KEY,
  ALMANAC_FREE_RATE: '1000000',
  ALMANAC_PRO_RATE: '1000000',
  ALMANAC_PRO_CREDITS: '100000000',
}

let program: Program
let small: SmallOrigin
let origin: { url: string; key: string }
let mirror: TestApp

beforeAll(async () => {
  program = new Program(SETTINGS)
  origin = { url: (await program.serve()).origin, key: TEST_KEY }
  small = new SmallOrigin(program, PROTOCOLS)
  await small.fill({ days: 20, lastDaysAgo: TURNS + 1 })
  mirror = await TestApp.start()
}, 300_000)
afterAll(async () => {
  await mirror.stop()
  await program.stop()
})

const operations = () => mirrorOperations(mirror.app.store, mirror.app.clock, { mirrored, routes })
const turn = () =>
  operations().mirrorTurn({
    base: origin.url,
    key: origin.key,
    domains: DOMAINS,
    sinceSec: 0,
    ratePerSec: 100_000,
    concurrency: 4,
    isDryRun: false,
    workDir: join(mirror.dataDir, 'spool'),
  })

async function compareAll(): Promise<void> {
  for (const address of ADDRESSES) {
    const compared = await compareAddress(origin, mirror, address)
    const text = describeComparison({ operation: '', address, ...compared })
    expect(compared.leaves, text).toBeGreaterThan(0)
    expect(compared.equal, text).toBe(compared.leaves)
  }
}

test('default: after one turn every answer is the origin’s', async () => {
  expect(await turn()).toMatchObject({ problems: [], outcomes: { failed: 0, unknown: 0 } })
  await compareAll()
}, 300_000)

test('behavior: a turn in which little changed costs few calls', async () => {
  await small.rewrite('5', TURNS + 1)
  const { outcomes, accepted } = await turn()
  // Every kind of figure has a list; of 90 details only those of the one protocol changed.
  expect(outcomes.read).toBeLessThan(35)
  expect(accepted).toBeGreaterThanOrEqual(5)
  await compareAll()
}, 300_000)

test('behavior: ten further turns with new and rewritten days; what was rewritten is shown', async () => {
  for (let number = 1; number <= TURNS; number++) {
    await Promise.all([
      small.addDay(TURNS + 1 - number, { id: String(number), daysAgo: TURNS + 5 }),
      small.addHack(`Hack ${number}`, number),
    ])
    expect(await turn()).toMatchObject({ problems: [], outcomes: { failed: 0, unknown: 0 } })
  }
  await compareAll()
  const diff = await operations().mirrorDiff({ sinceMs: 0, limit: 1_000 })
  const ofTvl = diff.filter(({ fact }) => fact === 'tvl')
  // Each of eleven rewritten days is three rows of TVL and two of fees.
  expect(ofTvl).toHaveLength(11 * 3)
  expect(diff.filter(({ fact }) => fact === 'dimension_days')).toHaveLength(11 * 2)
  expect(ofTvl).toContainEqual(
    expect.objectContaining({
      key: expect.objectContaining({ protocol: '5', chain: 'ethereum', section: 'tvl' }),
      // 5,000,000 less 1,000 for each of 15 days, then 1,000 more.
      changes: [{ column: 'tvlUsd', before: 4_985_000, after: 4_986_000 }],
    }),
  )
}, 600_000)

test('behavior: killed in the middle, the next turn goes on and nothing is there twice', async () => {
  const copy = new Program({ ...SETTINGS, ALMANAC_MIRROR_KEY: TEST_KEY })
  try {
    const args = ['mirror', origin.url, '--domains', DOMAINS.join(','), '--concurrency', '2']
    for (const afterMs of [2_500, 3_500]) {
      const command = copy.start([...args, '--rate', '20'])
      await sleep(afterMs)
      // The process that was started only watches over the one that has the store.
      process.kill(await holderOf(copy), 'SIGKILL')
      await command.ended()
    }
    const { code, stdout, stderr } = await copy.run([...args, '--rate', '1000'])
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain(' 0 rejected')
    const exported = await copy.run(['export', 'tvl', '--format', 'ndjson'])
    const rows = exported.stdout.trim().split('\n')
    // 20 days and ten more; three rows of each protocol a day.
    expect(rows).toHaveLength(PROTOCOLS * 30 * 3)
    const { stdout: diff } = await copy.run(['mirror', 'diff'])
    expect(diff).toContain('The origin rewrote nothing')
  } finally {
    await copy.stop()
  }
}, 300_000)

/** The process that has the store of a program open, as soon as one has. */
async function holderOf(program: Program): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const { stdout } = await program.run(['status'])
    const pid = /process (\d+)/.exec(stdout)?.[1]
    if (pid !== undefined) return Number(pid)
  }
  throw new Error('No process has opened the store.')
}
