import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { CHAIN_DEPENDENCIES } from '../../../test/support/evm/client.ts'
import type { BlockRef, ChainSettings } from '../../sources/chain/chain.ts'
import { createChainClient } from '../../sources/chain/create-chain-client.ts'
import { newJobState } from '../model/job-state.ts'
import type { LiveJob } from '../model/live-job.ts'
import { Chains } from '../run/chains.ts'
import { LiveWorld, sightSource } from '../run/live-world-for-tests.ts'
import { listReplacedPeriods } from './revise-replaced.ts'
import { takeTurn } from './take-turn.ts'

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
  // Nothing listens at the other chain's address.
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
  const turn = takeTurn({
    context: world.context,
    job,
    state: newJobState(job),
    failedTurns: new Map(),
    run: async (_, __, { atSec }) => ({ run: { id: asked.push(atSec) } }),
    isStopped: () => false,
  })
  // The turn reads everything and then says what went wrong, so that it is tried again.
  await expect(turn).rejects.toThrow('No endpoint of down answered')
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

test('behavior: an hour that no node can answer any more is given up after eight turns, though never silently', async () => {
  world.nowSec = START_SEC + 6 * 3_600
  const job = jobOf('e')
  await world.putReceipts([{ source: 'e', ...hour(3) }])
  const turn = {
    context: world.context,
    job,
    state: newJobState(job),
    failedTurns: new Map<number, number>(),
    run: async (_: unknown, __: unknown, { atSec }: { atSec: number }) => {
      if (atSec === hour(4).atSec) throw new Error('missing trie node')
      return { run: { id: 1 } }
    },
    isStopped: () => false,
  }
  for (let number = 1; number <= 8; number++)
    await expect(takeTurn(turn)).rejects.toThrow('missing trie node')
  expect(await takeTurn(turn)).toEqual([1])
  expect(turn.failedTurns).toEqual(new Map([[hour(4).atSec, 8]]))
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
