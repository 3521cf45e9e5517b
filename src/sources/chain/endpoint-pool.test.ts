import { pino } from 'pino'
import { parseAbiItem } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { DEPLOYER } from '../../../test/support/evm/deploy.ts'
import { type FaultProxy, startFaultProxy } from '../../../test/support/evm/fault-proxy.ts'
import { PATIENCE } from '../../../test/support/patience.ts'
import { toQuantity } from './block-reply.ts'
import type { ChainClient } from './chain.ts'

const START_BALANCE = 10_000n * 10n ** 18n
let anvil: Anvil
let first: FaultProxy
let second: FaultProxy
/** What the clock says, and how long the client wanted to sleep. */
let nowMs: number
let sleptMs: number[]

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_mine', ['0x20'])
  first = await startFaultProxy(anvil.url, '/secret-key')
  second = await startFaultProxy(anvil.url)
})
beforeEach(() => {
  nowMs = 1_700_000_000_000
  sleptMs = []
  for (const proxy of [first, second]) {
    proxy.set({})
    proxy.messages.length = 0
  }
})
afterAll(async () => {
  await first.stop()
  await second.stop()
  await anvil.stop()
})

function client(urls: string[], limits = {}, quorum?: number): ChainClient {
  const sleep = async (ms: number): Promise<void> => {
    sleptMs.push(ms)
    nowMs += ms
  }
  return clientOf(urls, {
    ...(quorum === undefined ? {} : { quorum }),
    dependencies: {
      clock: { nowMs: () => nowMs },
      sleep,
      limits: { timeoutMs: 1_000 * PATIENCE, ...limits },
    },
  })
}

/** A request that goes to one endpoint at a time, at a block that is known already. */
async function ask(asked: ChainClient): Promise<bigint | undefined> {
  const { hash, parentHash } = await anvil.rpc<{ hash: `0x${string}`; parentHash: `0x${string}` }>(
    'eth_getBlockByNumber',
    ['0x10', false],
  )
  const block = { number: 16, hash, parentHash, timestampSec: 0 }
  return (await asked.at(block).nativeBalances([DEPLOYER]))[0]
}

const states = (asked: ChainClient): string[] => asked.health().map(({ state }) => state)

test('default: the preferred endpoint is asked, and the chain id once', async () => {
  const asked = client([first.url, second.url], {}, 1)
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(first.messages.flat().filter(({ method }) => method === 'eth_chainId')).toHaveLength(1)
  expect(second.messages).toHaveLength(0)
  expect(states(asked)).toEqual(['good', 'good'])
})

test.each([
  ['HTTP 429', { status: { code: 429 } }],
  ['HTTP 500', { status: { code: 500, body: 'oops' } }],
  ['truncated JSON', { truncateAt: 30 }],
  ['no JSON', { status: { code: 200, body: '<html>sorry</html>' } }],
  ['a timeout', { hangs: () => true }],
  [
    'an error about the rate',
    { reply: () => ({ error: { code: -32005, message: 'rate limit exceeded' } }) },
  ],
  [
    'a batch with a reply missing',
    { status: { code: 200, body: '[{"jsonrpc":"2.0","id":0,"result":"0x1"}]' } },
  ],
])(
  'behavior: after %s the next endpoint answers, the bad one rests, and is tried again later',
  async (_, faults) => {
    const asked = client([first.url, second.url])
    await ask(asked)
    first.set({ ...faults, times: 1 })
    expect(await ask(asked)).toBe(START_BALANCE)
    expect(second.messages.length).toBeGreaterThan(0)
    expect(states(asked)).toEqual(['resting', 'good'])
    expect(asked.health()[0]).toMatchObject({ failures: 1 })
    nowMs += 1_000
    expect(states(asked)).toEqual(['good', 'good'])
    const before = first.messages.length
    expect(await ask(asked)).toBe(START_BALANCE)
    expect(first.messages.length).toBe(before + 1)
  },
)

test('behavior: with one endpoint only, a 429 is waited out for as long as it says', async () => {
  const asked = client([first.url])
  await ask(asked)
  first.set({ status: { code: 429, headers: { 'retry-after': '7' } }, times: 1 })
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(sleptMs).toEqual([7_000])
})

test('behavior: the back-off doubles from failure to failure', async () => {
  const asked = client([first.url])
  await ask(asked)
  first.set({ status: { code: 503 }, times: 3 })
  expect(await ask(asked)).toBe(START_BALANCE)
  // 500 ms, 1 s, 2 s, of which half and half of the rest by the chance of 0.5.
  expect(sleptMs).toEqual([375, 750, 1_500])
  // All is forgotten after a response.
  first.set({ status: { code: 503 }, times: 1 })
  await ask(asked)
  expect(sleptMs.at(-1)).toBe(375)
})

test('error: when nothing responses in time, the error is retryable and names hosts, never URLs', async () => {
  first.set({ status: { code: 500 } })
  const asked = client([first.url, 'http://user:password@127.0.0.1:1/another-key'], {
    maxWaitMs: 5_000,
  })
  const error = await ask(asked).then(
    () => new Error('answered'),
    (thrown: Error) => thrown,
  )
  expect(error).toMatchObject({ name: 'NoEndpoint', retryable: true })
  const told = JSON.stringify([error.message, asked.health()])
  expect(told).toContain(new URL(first.url).host)
  expect(told).not.toMatch(/secret-key|another-key|password/)
})

test('error: a node that repeats our URL in its error does not give it away', async () => {
  const { host, pathname } = new URL(first.url)
  const message = `internal error at ${first.url}: see ${pathname}`
  first.set({
    reply: ({ method }) =>
      method === 'eth_getBalance' || method === 'eth_call'
        ? { error: { code: -32603, message } }
        : undefined,
  })
  const asked = client([first.url], { maxWaitMs: 10 })
  const reader = asked.at(await asked.head())
  const abi = parseAbiItem('function symbol() view returns (string)')
  const error = await reader.call({ target: DEPLOYER, abi }).catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ message: expect.stringContaining(`internal error at ${host}`) })
  expect(JSON.stringify([String(error), asked.health()])).not.toContain('secret-key')
})

test('behavior: requests asked at once make one check of the chain id', async () => {
  const asked = client([first.url])
  await Promise.all([ask(asked), ask(asked), ask(asked)])
  expect(first.messages.flat().filter(({ method }) => method === 'eth_chainId')).toHaveLength(1)
})

test('error: an endpoint that is no URL is named by its place', () => {
  expect(() => client([first.url, 'not a URL'])).toThrow('Endpoint 2 of local')
})

test('behavior: a node of another chain is never used', async () => {
  first.set({ reply: ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined) })
  const asked = client([first.url, second.url])
  expect(await ask(asked)).toBe(START_BALANCE)
  nowMs += 86_400_000
  first.messages.length = 0
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(first.messages).toHaveLength(0)
  expect(states(asked)).toEqual(['wrongChain', 'good'])
  expect(asked.health()[0]?.lastError).toContain('serves chain 1 instead of 31337')
})

test('behavior: a stale head is noticed; the newest of the nodes counts and the stale one is asked last', async () => {
  first.set({
    change: (result, { method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...(result as object), number: '0x5' }
        : result,
  })
  const asked = client([first.url, second.url])
  expect((await asked.head()).number).toBe(32)
  expect(states(asked)).toEqual(['lagging', 'good'])
  first.messages.length = 0
  await ask(asked)
  expect(first.messages).toHaveLength(0)
})

test('behavior: a node that does not have the block yet is passed over', async () => {
  first.set({ change: (result, { method }) => (method === 'eth_getBlockByNumber' ? null : result) })
  const asked = client([first.url, second.url])
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(states(asked)).toEqual(['lagging', 'good'])
})

test('behavior: a block that was missing briefly is requested again; one that stays missing is an error', async () => {
  const asked = client([first.url])
  await ask(asked)
  const change = (result: unknown, { method }: { method: string }): unknown =>
    method === 'eth_getBlockByNumber' ? null : result
  first.set({ change, times: 1 })
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(sleptMs).toEqual([1_000])
  first.set({ change })
  await expect(ask(asked)).rejects.toMatchObject({ name: 'NoEndpoint', retryable: true })
})

test('behavior: a batch that is too long for a node is sent in shorter ones', async () => {
  const asked = client([first.url])
  await asked.head()
  first.set({ maxBatch: 3 })
  first.messages.length = 0
  // Found by a search that requests several blocks at a time.
  expect((await asked.blockAt(1_700_000_000 + 12 * 9 + 5)).number).toBe(9)
  expect(
    Math.max(...first.messages.slice(-2).map((message) => message.length)),
  ).toBeLessThanOrEqual(3)
})

test('behavior: a node that cannot be asked by hash is asked by number, and its block is checked all the same', async () => {
  first.set({
    reply: ({ params }) =>
      params.some((value) => typeof value === 'object' && value !== null && 'blockHash' in value)
        ? { error: { code: -32602, message: 'invalid argument 1: cannot unmarshal object' } }
        : undefined,
  })
  const asked = client([first.url])
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(first.messages.at(-1)?.[0]?.params[1]).toBe(toQuantity(16))
  expect(first.messages.at(-1)?.[1]?.method).toBe('eth_getBlockByNumber')
})

test('behavior: a response larger than allowed is cut off', async () => {
  const asked = client([first.url, second.url], { maxBytes: 3_000 })
  await ask(asked)
  first.set({ status: { code: 200, body: `"${'x'.repeat(100_000)}"` }, times: 1 })
  expect(await ask(asked)).toBe(START_BALANCE)
  expect(asked.health()[0]?.lastError).toContain('more than 3000 bytes')
})

test('behavior: closed, it waits for nothing more', async () => {
  const asked = client([first.url])
  await ask(asked)
  first.set({ status: { code: 500 } })
  asked.close()
  await expect(ask(asked)).rejects.toMatchObject({ name: 'NoEndpoint' })
  expect(sleptMs).toEqual([])
})

test('behavior: a node that is down is one line when it begins, however often it is tried', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms
  }
  const asked = clientOf(['http://127.0.0.1:9'], {
    dependencies: { clock: { nowMs: () => nowMs }, sleep, log },
  })
  for (let count = 0; count < 3; count++) {
    await expect(asked.head()).rejects.toThrow()
    nowMs += 600_000
  }
  const [{ failures } = { failures: 0 }] = asked.health()
  asked.close()
  expect(failures).toBeGreaterThanOrEqual(3)
  expect(lines).toMatchObject([{ msg: 'chain endpoint', host: '127.0.0.1:9' }])
})
