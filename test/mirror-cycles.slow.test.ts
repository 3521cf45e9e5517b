import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DAYS,
  DOMAINS,
  LAST_DAYS_AGO,
  MirrorPair,
  PAIR_SETTINGS,
  PROTOCOLS,
} from './support/mirror/mirror-pair.ts'
import { Program } from './support/program.ts'
import { TEST_KEY } from './support/test-app.ts'

const CYCLES = 3
const REWRITTEN_DAYS_AGO = 11

let pair: MirrorPair
beforeAll(async () => {
  pair = await MirrorPair.start()
  // test/mirror.test.ts compares what it says then.
  expect(await pair.cycle()).toMatchObject({ problems: [], outcomes: { failed: 0, unknown: 0 } })
})
afterAll(() => pair?.stop())

test('behavior: a cycle in which little changed costs few calls', async () => {
  await pair.small.rewrite('5', LAST_DAYS_AGO)
  const { outcomes, accepted } = await pair.cycle()
  // Every kind of figure has a list; of 90 details only those of the one protocol changed.
  expect(outcomes.read).toBeLessThan(35)
  expect(accepted).toBeGreaterThanOrEqual(5)
  await pair.expectEqual()
})

test('behavior: further cycles with new and rewritten days; what was rewritten is shown', async () => {
  for (let number = 1; number <= CYCLES; number++) {
    await Promise.all([
      pair.small.addDay(LAST_DAYS_AGO - number, {
        id: String(number),
        daysAgo: REWRITTEN_DAYS_AGO,
      }),
      pair.small.addHack(`Hack ${number}`, number),
    ])
    expect(await pair.cycle()).toMatchObject({ problems: [], outcomes: { failed: 0, unknown: 0 } })
  }
  await pair.expectEqual()
  const diff = await pair.operations().mirrorDiff({ sinceMs: 0, limit: 1_000 })
  const ofTvl = diff.filter(({ fact }) => fact === 'tvl')
  // Each of four rewritten days is three rows of TVL and two of fees.
  expect(ofTvl).toHaveLength(4 * 3)
  expect(diff.filter(({ fact }) => fact === 'dimension_days')).toHaveLength(4 * 2)
  expect(ofTvl).toContainEqual(
    expect.objectContaining({
      key: expect.objectContaining({ protocol: '3', chain: 'ethereum', section: 'tvl' }),
      // 3,000,000 less 1,000 for each of 11 days, then 1,000 more.
      changes: [{ column: 'tvlUsd', before: 2_989_000, after: 2_990_000 }],
    }),
  )
})

test('behavior: killed in the middle, the next cycle goes on and nothing is there twice', async () => {
  const copy = new Program({ ...PAIR_SETTINGS, ALMANAC_MIRROR_KEY: TEST_KEY })
  try {
    const args = ['mirror', pair.url, '--domains', DOMAINS.join(','), '--concurrency', '2']
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
    // 20 days and three more; three rows of each protocol a day.
    expect(rows).toHaveLength(PROTOCOLS * (DAYS + CYCLES) * 3)
    const { stdout: diff } = await copy.run(['mirror', 'diff'])
    expect(diff).toContain('The origin rewrote nothing')
  } finally {
    await copy.stop()
  }
})

/** The process that has the store of a program open, as soon as one has. */
async function holderOf(program: Program): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const { stdout } = await program.run(['status'])
    const pid = /process (\d+)/.exec(stdout)?.[1]
    if (pid !== undefined) return Number(pid)
  }
  throw new Error('No process has opened the store.')
}
