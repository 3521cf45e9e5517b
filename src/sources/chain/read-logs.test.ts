import type { AbiEvent } from 'viem'
import { getAbiItem } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { compile } from '../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../test/support/evm/deploy.ts'
import {
  type FaultProxy,
  startFaultProxy,
  type WireRequest,
} from '../../../test/support/evm/fault-proxy.ts'
import { PATIENCE } from '../../../test/support/patience.ts'
import type { ChainClient, Log, LogQuery } from './chain.ts'

const START_SEC = 1_600_000_000
let anvil: Anvil
let proxy: FaultProxy
let loud: Deployed
let said: AbiEvent

// Block 1 makes the contract; blocks 2 to 41 say one, two, three or no number, by turns: 10 × (1 +
// 2 + 3 + 0) = 60 in all.
beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: START_SEC, blockTimeSec: 10 })
  proxy = await startFaultProxy(anvil.url)
  const { Loud } = await compile('token.sol')
  if (Loud === undefined) throw new Error('no contract')
  loud = await deploy(anvil, Loud)
  said = getAbiItem({ abi: loud.abi, name: 'Said' }) as AbiEvent
  for (let round = 0; round < 40; round++)
    await send(anvil, loud, { functionName: 'say', args: [BigInt((round + 1) % 4)] })
})
beforeEach(() => {
  proxy.set({})
  proxy.messages.length = 0
})
afterAll(async () => {
  await proxy.stop()
  await anvil.stop()
})

async function collect(client: ChainClient, query: Partial<LogQuery> = {}): Promise<Log[][]> {
  const ranges: Log[][] = []
  const whole = { addresses: [loud.address], events: [said], fromBlock: 0, toBlock: 41 }
  for await (const range of client.at(await client.head()).logs({ ...whole, ...query }))
    ranges.push(range)
  return ranges
}

const numbers = (ranges: Log[][]): number[] => ranges.flat().map(({ args }) => Number(args.number))
const ALL = Array.from({ length: 60 }, (_, index) => index)
const rangeOf = ({ params }: WireRequest): number => {
  const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
  return Number(toBlock) - Number(fromBlock) + 1
}
const isLogs = ({ method }: WireRequest): boolean => method === 'eth_getLogs'
const asked = (): number[] => proxy.messages.flat().filter(isLogs).map(rangeOf)
const limited = (first: number, limits = {}): ChainClient =>
  clientOf([proxy.url], {
    dependencies: { limits: { firstLogRange: first, maxLogRange: 32, ...limits } },
  })

test('default: events come decoded, in order, with block, time and transaction', async () => {
  const [range] = await collect(clientOf([proxy.url]))
  expect(numbers([range ?? []])).toEqual(ALL)
  // The second transaction (block 3) says numbers 1 and 2.
  expect(range?.[2]).toMatchObject({
    address: loud.address.toLowerCase(),
    event: 'Said',
    args: { number: 2n, who: DEPLOYER.toLowerCase(), value: 4n },
    block: 3,
    timestampSec: START_SEC + 30,
    logIndex: 1,
  })
})

test('behavior: values of indexed arguments are left to the node', async () => {
  expect(numbers(await collect(clientOf([proxy.url]), { args: { number: 7n } }))).toEqual([7])
})

test('behavior: the range grows while all goes well', async () => {
  expect(numbers(await collect(limited(4)))).toEqual(ALL)
  // Blocks 0 to 41, two ranges in parallel: the third was requested when the first was there, and so
  // on; 2 are left.
  expect(asked()).toEqual([4, 4, 8, 8, 16, 2])
})

test('behavior: where there are many logs the ranges are short', async () => {
  const ranges = await collect(limited(16, { logsPerRange: 6 }))
  expect(numbers(ranges)).toEqual(ALL)
  // Blocks 0 to 15 have 1 + 2 + 3 + 0 three times and 1 + 2: 21, so that 6 are in 16 × 6 ÷ 21 = 4
  // blocks.
  expect(asked()).toEqual([16, 16, 4, 4, 2])
})

test('behavior: while a range is used two more are fetched, and no more than that', async () => {
  const client = limited(8, { maxWaitMs: 10 })
  const reader = client.at(await client.head())
  const query = { addresses: [loud.address], events: [said], fromBlock: 0, toBlock: 41 }
  const ranges = reader.logs(query)[Symbol.asyncIterator]()
  await ranges.next()
  const soon = expect.poll(() => asked())
  await soon.toEqual([8, 8, 16])
  proxy.set({
    reply: (request) => (isLogs(request) ? { error: { code: -32000, message: 'no' } } : undefined),
  })
  // Blocks 8 to 15 and 16 to 31 were answered before; then nothing is.
  expect(numbers([(await ranges.next()).value as Log[]])).toEqual(ALL.slice(9, 21))
  expect(numbers([(await ranges.next()).value as Log[]])).toEqual(ALL.slice(21, 45))
  await expect(ranges.next()).rejects.toThrow('does not give logs')
})

test('behavior: a range that is refused is halved until it is accepted', async () => {
  const reply = (request: WireRequest) =>
    isLogs(request) && rangeOf(request) > 5
      ? { error: { code: -32005, message: 'query returned more than 10000 results' } }
      : undefined
  proxy.set({ reply })
  expect(numbers(await collect(limited(32)))).toEqual(ALL)
  // Blocks 0 to 31 and 32 to 41 are on their way together, and both teach.
  expect(asked().slice(0, 2)).toEqual([32, 10])
  expect(asked().filter((blocks) => blocks > 5).length).toBeLessThanOrEqual(4)
})

test('behavior: the range that a node proposes is taken', async () => {
  const reply = (request: WireRequest) =>
    isLogs(request) && rangeOf(request) > 11
      ? {
          error: {
            code: -32602,
            message: 'Log response size exceeded. Retry with this block range [0x0, 0xa].',
          },
        }
      : undefined
  proxy.set({ reply })
  expect(numbers(await collect(limited(32)))).toEqual(ALL)
  // Blocks 0 to 10.
  expect(asked().slice(0, 3)).toEqual([32, 10, 11])
})

test('behavior: a node that takes too long over a range, or sends too much, gets a shorter one', async () => {
  proxy.set({ hangs: (request) => isLogs(request) && rangeOf(request) > 16 })
  expect(numbers(await collect(limited(32, { timeoutMs: 1_000 * PATIENCE })))).toEqual(ALL)
  proxy.set({})
  proxy.messages.length = 0
  expect(numbers(await collect(limited(32, { maxBytes: 20_000 })))).toEqual(ALL)
  expect(asked().slice(0, 3)).toEqual([32, 10, 16])
})

test('behavior: times come from the blocks where a node does not send them along; each block is requested once', async () => {
  const change = (result: unknown, request: WireRequest): unknown =>
    isLogs(request)
      ? (result as object[]).map((log) => ({ ...log, blockTimestamp: undefined }))
      : result
  proxy.set({ change })
  const client = clientOf([proxy.url])
  const logs = (await collect(client)).flat()
  expect(logs.map(({ timestampSec }) => timestampSec)).toEqual(
    logs.map(({ block }) => START_SEC + 10 * block),
  )
  // 30 of the 40 blocks said something; one more request names the head, and one pins each of the
  // two messages.
  const blocks = proxy.messages.flat().filter(({ method }) => method === 'eth_getBlockByNumber')
  expect(blocks).toHaveLength(30 + 1 + 2)
  proxy.messages.length = 0
  await collect(client)
  expect(proxy.messages).toHaveLength(2)
})

test('behavior: logs that come twice or in disorder are put right', async () => {
  const change = (result: unknown, request: WireRequest): unknown =>
    isLogs(request) ? [...(result as object[]).toReversed(), ...(result as object[])] : result
  proxy.set({ change })
  expect(numbers(await collect(clientOf([proxy.url])))).toEqual(ALL)
})

test('error: logs that were not requested are not believed', async () => {
  proxy.set({
    change: (result, request) =>
      isLogs(request)
        ? (result as object[]).map((log) => ({ ...log, blockNumber: '0xffff' }))
        : result,
  })
  const client = clientOf([proxy.url], { dependencies: { limits: { maxWaitMs: 10 } } })
  await expect(collect(client)).rejects.toThrow('not asked for')
})

test('error: a log of a block that has another hash now is never returned', async () => {
  const change = (result: unknown, request: WireRequest): unknown =>
    isLogs(request)
      ? (result as object[]).map((log) => ({
          ...log,
          blockTimestamp: undefined,
          blockHash: `0x${'ab'.repeat(32)}`,
        }))
      : result
  proxy.set({ change })
  await expect(collect(clientOf([proxy.url]))).rejects.toMatchObject({
    name: 'BlockReplaced',
    retryable: true,
  })
})

test('error: logs above the block of the reader are not read', async () => {
  await expect(collect(clientOf([proxy.url]), { toBlock: 42 })).rejects.toThrow(
    'up to the block of the reader',
  )
})
