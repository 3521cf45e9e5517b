import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { CHAIN_DEPENDENCIES } from '../../../test/support/evm/client.ts'
import type { BlockRef, ChainSettings } from '../../sources/chain/chain.ts'
import { createChainClient } from '../../sources/chain/create-chain-client.ts'
import { NotYetError } from '../../sources/model/live-source.ts'
import { type LiveJob, newJobState } from '../model/live-job.ts'
import type { KnownPeriods } from '../receipts/receipt.ts'
import { Chains } from '../run/chains.ts'
import { LiveWorld, sightSource } from '../run/live-world-for-tests.ts'
import { listDue, listReplacedPeriods, readPeriods, runCycle } from './run-cycle.ts'

const START_SEC = Date.parse('2026-01-14T00:00:00Z') / 1000
const hour = (number: number) => ({
  fromSec: START_SEC + number * 3_600,
  atSec: START_SEC + (number + 1) * 3_600,
})

let anvil: Anvil
let chains: Chains
let world: LiveWorld
const blocks: BlockRef[] = []

beforeAll(async () => {
  // A block every half hour: the last before the end of hour n is number 2n + 1.
  anvil = await startAnvil({ timestampSec: START_SEC, blockTimeSec: 1_800 })
  await anvil.rpc('anvil_mine', [9, 1_800])
  const settings = (chain: string, url: string): ChainSettings => ({
    chain,
    chainId: anvil.chainId,
    endpoints: [url],
    confirmations: 0,
  })
  // Nothing listens at the other chain's URL.
  const down = settings('down', 'http://127.0.0.1:9')
  const limits = { maxWaitMs: 50, timeoutMs: 1_000 }
  chains = new Chains([settings('local', anvil.url), down], (one) =>
    createChainClient(one, { ...CHAIN_DEPENDENCIES, limits }),
  )
  for (let number = 0; number <= 9; number++)
    blocks.push(await chains.get('local').blockNumbered(number))
  world = await LiveWorld.open(chains)
  world.nowSec = START_SEC + 5 * 3_600
  // Everything from block 4 on goes, and other blocks come.
  await anvil.rpc('anvil_rollback', [6])
  await anvil.rpc('evm_increaseTime', [7])
  await anvil.rpc('anvil_mine', [8, 1_801])
})
afterAll(async () => {
  await world.close()
  chains.close()
  await anvil.stop()
})

function jobOf(...ids: string[]): LiveJob {
  return {
    id: ids.join(),
    cadence: '7 * * * *',
    step: 'hour',
    sources: ids.map((id) => sightSource('1', {}, { id })),
  }
}

function read(chain: string, number: number): { chain: string; block: BlockRef }[] {
  const block = blocks[number]
  return block === undefined ? [] : [{ chain, block }]
}

test('default: the hours that rest on replaced blocks, and after a reading of a running hour its whole hour', async () => {
  await world.putReceipts([
    { source: 'a', ...hour(0), blocks: read('local', 1) },
    { source: 'a', ...hour(1), blocks: read('local', 3) },
    // A reading in the middle of the third hour that rests on a block that is gone; the whole hour
    // was read after that.
    {
      source: 'a',
      fromSec: hour(2).fromSec,
      atSec: hour(2).fromSec + 60,
      blocks: read('local', 4),
    },
    { source: 'a', ...hour(2), blocks: read('local', 2) },
    { source: 'b', ...hour(3), blocks: read('local', 7) },
  ])
  expect(await listReplacedPeriods(world.context, jobOf('a', 'b'))).toEqual({
    periods: [{ fromSec: hour(2).fromSec, atSec: hour(2).fromSec + 60 }, hour(2), hour(3)],
    problems: [],
  })
})

test('error: a chain that cannot be asked neither hides what another says nor costs the reading that is due', async () => {
  await world.putReceipts([
    // A single node is believed because its chain leads down to a block that was read and is still
    // there.
    { source: 'c', ...hour(2), blocks: read('local', 3) },
    { source: 'c', ...hour(3), blocks: [...read('local', 7), ...read('down', 7)] },
  ])
  const job = jobOf('c')
  const { periods, problems } = await listReplacedPeriods(world.context, job)
  expect([periods, problems.map(String)]).toEqual([
    [hour(3)],
    [expect.stringContaining('No endpoint of down answered')],
  ])
  const asked: number[] = []
  const cycle = runCycle({
    context: world.context,
    job,
    state: newJobState(job),
    failedCycles: new Map(),
    run: async (_, __, { atSec }) => ({ run: { id: asked.push(atSec) } }),
    isStopped: () => false,
  })
  // The cycle reads everything and then says what went wrong, so that it is tried again.
  await expect(cycle).rejects.toThrow('No endpoint of down answered')
  expect(asked).toEqual([hour(3).atSec, hour(4).atSec])
})

test('behavior: what cannot be asked for its past is not looked at, nor chains without nodes', async () => {
  await world.putReceipts([
    { source: 'd', ...hour(2), blocks: read('local', 3) },
    { source: 'd', ...hour(3), blocks: [...read('local', 7), ...read('gone', 7)] },
  ])
  const job = jobOf('d')
  const now = { ...job, sources: job.sources.map((source) => ({ ...source, hasPast: false })) }
  expect(await listReplacedPeriods(world.context, now)).toEqual({ periods: [], problems: [] })
  expect(await listReplacedPeriods(world.context, job)).toEqual({
    periods: [hour(3)],
    problems: [],
  })
})

test('behavior: an hour that no node can answer any more is given up after eight cycles, though never silently', async () => {
  world.nowSec = START_SEC + 6 * 3_600
  const job = jobOf('e')
  await world.putReceipts([{ source: 'e', ...hour(3) }])
  const cycle = {
    context: world.context,
    job,
    state: newJobState(job),
    failedCycles: new Map<number, number>(),
    run: async (_: unknown, __: unknown, { atSec }: { atSec: number }) => {
      if (atSec === hour(4).atSec) throw new Error('missing trie node')
      return { run: { id: 1 } }
    },
    isStopped: () => false,
  }
  for (let number = 1; number <= 8; number++)
    await expect(runCycle(cycle)).rejects.toThrow('missing trie node')
  expect(await runCycle(cycle)).toEqual([1])
  expect(cycle.failedCycles).toEqual(new Map([[hour(4).atSec, 8]]))
})

test('behavior: a reorg is found days later, however many blocks came since', async () => {
  const job = jobOf('late')
  await world.putReceipts([
    { source: 'late', ...hour(1), blocks: read('local', 3) },
    { source: 'late', ...hour(3), blocks: read('local', 7) },
  ])
  const before = world.nowSec
  world.nowSec = START_SEC + 20 * 86_400
  await anvil.rpc('anvil_mine', [200, 1_800])
  expect(await listReplacedPeriods(world.context, job)).toEqual({
    periods: [hour(3)],
    problems: [],
  })
  world.nowSec = before
})

const at = (iso: string) => Date.parse(iso) / 1000
const now = at('2026-01-14T12:07:00Z')

/** What is known of a source that has these hours, given by their ends. */
function known(...ends: string[]): KnownPeriods {
  const recentSec = ends.map(at)
  return { oldestSec: Math.min(...recentSec), newestSec: Math.max(...recentSec), recentSec }
}

function due(step: 'hour' | 'day', ...sources: (KnownPeriods | undefined)[]) {
  const job = {
    step,
    sources: sources.map((_, index) => sightSource('1', {}, { id: `s${index}`, step })),
  }
  return listDue(
    job,
    new Map(
      sources.flatMap((one, index) => (one === undefined ? [] : [[`s${index}`, one] as const])),
    ),
    now,
  )
}

const hours = ({ periods }: ReturnType<typeof listDue>) =>
  periods.map(({ atSec }) => new Date(atSec * 1000).toISOString().slice(5, 13))

test('default: the hour that has just ended', () => {
  expect(hours(due('hour', known('2026-01-14T11:00:00Z')))).toEqual(['01-14T12'])
})

test('behavior: a source that was never read begins with the last full hour, not with its past', () => {
  expect(hours(due('hour', undefined))).toEqual(['01-14T12'])
})

test('behavior: nothing is due twice, and a clock that went back makes nothing due', () => {
  expect(due('hour', known('2026-01-14T12:00:00Z')).periods).toEqual([])
  expect(due('hour', known('2026-01-14T15:00:00Z')).periods).toEqual([])
})

test('behavior: every hour missed while nothing ran is made up for, oldest first', () => {
  expect(hours(due('hour', known('2026-01-14T08:00:00Z')))).toEqual([
    '01-14T09',
    '01-14T10',
    '01-14T11',
    '01-14T12',
  ])
})

test('behavior: an hour in between that is there already leaves the missing ones due', () => {
  expect(hours(due('hour', known('2026-01-14T08:00:00Z', '2026-01-14T11:00:00Z')))).toEqual([
    '01-14T09',
    '01-14T10',
    '01-14T12',
  ])
})

test('behavior: a source that joined a job does not hide what the others have missed', () => {
  expect(hours(due('hour', known('2026-01-14T10:00:00Z'), undefined))).toEqual([
    '01-14T11',
    '01-14T12',
  ])
  expect(hours(due('hour', known('2026-01-14T12:00:00Z'), undefined))).toEqual(['01-14T12'])
})

test('behavior: after a long pause the last seven days are made up for, and it is said from when on there is a gap', () => {
  const { periods, skippedFromSec } = due('hour', {
    ...known('2025-12-01T00:00:00Z'),
    recentSec: [],
  })
  expect(periods).toHaveLength(7 * 24)
  expect(skippedFromSec).toBe(at('2025-12-01T00:00:00Z'))
})

test('behavior: days are due when they are over', () => {
  expect(due('day', known('2026-01-13T00:00:00Z')).periods).toEqual([
    { fromSec: at('2026-01-13T00:00:00Z'), atSec: at('2026-01-14T00:00:00Z') },
  ])
})

test('behavior: a source that can only say what is true now is never asked for what was missed', () => {
  const job = {
    step: 'hour' as const,
    sources: [sightSource('1', {}, { id: 's0', hasPast: false })],
  }
  expect(hours(listDue(job, new Map([['s0', known('2026-01-14T08:00:00Z')]]), now))).toEqual([
    '01-14T12',
  ])
  expect(
    hours(
      listDue(job, new Map([['s0', known('2026-01-14T08:00:00Z', '2026-01-14T12:00:00Z')]]), now),
    ),
  ).toEqual([])
})

const hourOf = (number: number) => ({ fromSec: number * 3_600, atSec: (number + 1) * 3_600 })

/** Reads hours of which some fail, and tells in which order they were requested. */
async function readHours(hours: number[], failing: Record<number, Error>, isStopped = () => false) {
  const asked: number[] = []
  const read = async ({ fromSec }: { fromSec: number }) => {
    const number = fromSec / 3_600
    asked.push(number)
    if (failing[number] !== undefined) throw failing[number]
  }
  const { unreadable, error } = await readPeriods(hours.map(hourOf), read, isStopped)
  return { asked, unreadable: unreadable.map(({ fromSec }) => fromSec / 3_600), error }
}

const lost = new Error('missing trie node')

test('default: oldest first', async () => {
  expect(await readHours([1, 2, 3], {})).toEqual({
    asked: [1, 2, 3],
    unreadable: [],
    error: undefined,
  })
  expect(await readHours([], {})).toEqual({ asked: [], unreadable: [], error: undefined })
})

test('behavior: an old hour that cannot be read keeps neither the newest nor the others from being read', async () => {
  expect(await readHours([1, 2, 3, 4], { 1: lost })).toEqual({
    asked: [1, 4, 2, 3],
    unreadable: [1],
    error: lost,
  })
})

test('error: when the newest fails as well, the node is to blame and the rest waits', async () => {
  expect(await readHours([1, 2, 3, 4], { 1: lost, 4: new Error('other') })).toEqual({
    asked: [1, 4],
    unreadable: [],
    error: lost,
  })
  expect(await readHours([4], { 4: lost })).toEqual({ asked: [4], unreadable: [], error: lost })
})

test('error: three in a row end the cycle', async () => {
  const failing = { 1: lost, 2: lost, 3: lost, 4: lost }
  expect(await readHours([1, 2, 3, 4, 5, 6], failing)).toEqual({
    asked: [1, 6, 2, 3],
    unreadable: [1, 2, 3],
    error: lost,
  })
})

test('error: what is not safe yet ends the cycle and is nobody’s fault', async () => {
  const early = new NotYetError('not yet')
  expect(await readHours([1, 2, 3], { 2: early })).toEqual({
    asked: [1, 2],
    unreadable: [],
    error: early,
  })
})

test('behavior: no further period is begun after a stop', async () => {
  let reads = 0
  expect((await readHours([1, 2, 3], {}, () => reads++ === 2)).asked).toEqual([1, 2])
})
