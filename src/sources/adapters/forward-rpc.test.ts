import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { DEPLOYER } from '../../../test/support/evm/deploy.ts'
import { type FaultProxy, startFaultProxy } from '../../../test/support/evm/fault-proxy.ts'
import { forwardRpc, isRead, pinRequest } from './forward-rpc.ts'

const BALANCE = { jsonrpc: '2.0', id: 7, method: 'eth_getBalance', params: [DEPLOYER, 'latest'] }
let anvil: Anvil
let other: Anvil
let first: FaultProxy
let second: FaultProxy

beforeAll(async () => {
  anvil = await startAnvil()
  other = await startAnvil({ chainId: 999 })
  for (const one of [anvil, other]) await one.rpc('anvil_mine', ['0x20'])
  await other.rpc('anvil_setBalance', [DEPLOYER, '0x0'])
  first = await startFaultProxy(anvil.url, '/secret-key-of-mine')
  second = await startFaultProxy(anvil.url)
})
beforeEach(() => {
  for (const proxy of [first, second]) {
    proxy.set({})
    proxy.messages.length = 0
  }
})
afterAll(async () => {
  await first.stop()
  await second.stop()
  await anvil.stop()
  await other.stop()
})

/** A module's message to nodes, at block 16. */
async function forward(body: unknown, urls: readonly string[]): Promise<unknown> {
  const client = clientOf(urls, { dependencies: { limits: { maxWaitMs: 100, timeoutMs: 2_000 } } })
  try {
    const reader = async () =>
      urls.length === 0 ? undefined : client.at(await clientOf([anvil.url]).blockNumbered(16))
    return JSON.parse(await forwardRpc('local', JSON.stringify(body), { reader }))
  } finally {
    client.close()
  }
}

const has = (balance: bigint) => ({ jsonrpc: '2.0', id: 7, result: `0x${balance.toString(16)}` })
const START = has(10_000n * 10n ** 18n)

test('default: reads are pinned, and responses have the ids of their requests', async () => {
  const block = { id: 'b', method: 'eth_blockNumber' }
  const code = { id: null, method: 'eth_getCode', params: [DEPLOYER, '0x1'] }
  expect(await forward([block, BALANCE, code], [first.url])).toEqual([
    { jsonrpc: '2.0', id: 'b', result: '0x10' },
    START,
    { jsonrpc: '2.0', id: null, result: '0x' },
  ])
  const sent = first.messages.flat().filter(({ method }) => method !== 'eth_chainId')
  expect(sent.map(({ method, params }) => [method, params.at(1)])).toEqual([
    ['eth_getBalance', '0x10'],
    ['eth_getCode', '0x1'],
    // Each message checks that the node has the block that is read.
    ['eth_getBlockByNumber', false],
  ])
})

test('behavior: the height is the timestamp’s, without asking a node', async () => {
  expect(await forward({ id: 3, method: 'eth_blockNumber' }, [first.url])).toEqual({
    jsonrpc: '2.0',
    id: 3,
    result: '0x10',
  })
  expect(first.messages).toEqual([])
})

test('behavior: a node of another chain is never asked', async () => {
  // There the balance is 0.
  expect(await forward(BALANCE, [other.url, second.url])).toEqual(START)
})

test.each([
  ['HTTP 429', { status: { code: 429 } }],
  ['HTTP 500', { status: { code: 500 } }],
  ['a cut message', { truncateAt: 30 }],
  ['-32005', { reply: () => ({ error: { code: -32005, message: 'limit' } }) }],
  ['no response', { hangs: () => true }],
])('behavior: after %s the next node is asked', async (_, faults) => {
  first.set(faults)
  expect(await forward(BALANCE, [first.url, second.url])).toEqual(START)
})

test('error: two nodes that disagree give no figure', async () => {
  first.set({ change: (result, { method }) => (method === 'eth_getBalance' ? '0x1' : result) })
  await expect(forward(BALANCE, [first.url, second.url])).rejects.toThrow(/no certain answer/)
})

test('behavior: errors of its own requests are the module’s, and no node suffers for them', async () => {
  const client = clientOf([first.url])
  const reader = async () => client.at(await client.blockNumbered(16))
  const ask = async (method: string, params: unknown[]) =>
    JSON.parse(await forwardRpc('local', JSON.stringify({ id: 1, method, params }), { reader }))
  expect(await ask('eth_getBalance', ['nonsense', '0x1'])).toMatchObject({
    error: { code: -32602 },
  })
  expect(await ask('eth_getBalance', [DEPLOYER, '0xffffff'])).toMatchObject({
    error: { message: expect.stringMatching(/BlockOutOfRange|not found|block/i) },
  })
  expect(client.health()).toMatchObject([{ state: 'good', failures: 0 }])
  client.close()
})

test('error: no node answers; its key and its password are not told', async () => {
  const url = first.url.replace('http://', 'http://user:hunter2@')
  const told = 'cannot serve /secret-key-of-mine for user with hunter2'
  // With a password in it the URL works.
  expect(await forward(BALANCE, [url])).toEqual(START)
  first.set({ reply: () => ({ error: { code: -32000, message: told, data: told } }) })
  const failing = forward(BALANCE, [url])
  await expect(failing).rejects.toThrow(/No endpoint of local answered/)
  await expect(failing).rejects.not.toThrow(/hunter2|secret-key/)
  first.set({
    reply: ({ method }) =>
      method === 'eth_getBalance'
        ? { error: { code: -32000, message: told, data: { told } } }
        : undefined,
  } as Parameters<typeof first.set>[0])
  const answered = JSON.stringify(await forward(BALANCE, [url]))
  expect(answered).toMatch(/cannot serve/)
  expect(answered).not.toMatch(/hunter2|secret-key/)
})

test('error: no node is configured, or the request is not a read', async () => {
  await expect(forward({ id: 1, method: 'eth_chainId' }, [])).rejects.toThrow(
    'no node is configured for the chain local',
  )
  await expect(forward([{ id: 1, method: 'eth_sendTransaction' }], [first.url])).rejects.toThrow(
    'may only read: eth_sendTransaction is refused',
  )
  for (const body of [[], [null], 5, [{ method: 5 }], { method: 'eth_chainId', params: 'x' }])
    await expect(forward(body, [first.url])).rejects.toThrow(/must be 1 to 1000 requests/)
})

test('error: a response that is too large is the module’s, and no node suffers for it', async () => {
  const client = clientOf([first.url])
  first.set({
    change: (result, { method }) =>
      method === 'eth_getLogs' ? [{ data: `0x${'0'.repeat(33_000_000)}` }] : result,
  })
  const reader = async () => client.at(await client.blockNumbered(16))
  const body = JSON.stringify({ id: 1, method: 'eth_getLogs', params: [{}] })
  await expect(forwardRpc('local', body, { reader })).rejects.toThrow(/more than 32000000 bytes/)
  expect(client.health()).toMatchObject([{ state: 'good', failures: 0 }])
  client.close()
})

// Block 100 is 0x64.
test.each([
  ['eth_call', [{ to: '0x1' }, 'latest'], [{ to: '0x1' }, '0x64']],
  ['eth_call', [{ to: '0x1' }], [{ to: '0x1' }, '0x64']],
  ['eth_call', [{ to: '0x1' }, '0x5'], [{ to: '0x1' }, '0x5']],
  ['eth_getBalance', ['0x1', 'finalized'], ['0x1', '0x64']],
  ['eth_getStorageAt', ['0x1', '0x0', 'pending'], ['0x1', '0x0', '0x64']],
  ['eth_getBlockByNumber', ['latest', false], ['0x64', false]],
  ['eth_getLogs', [{ address: '0x1' }], [{ address: '0x1', fromBlock: '0x64', toBlock: '0x64' }]],
  [
    'eth_getLogs',
    [{ fromBlock: '0x1', toBlock: 'latest' }],
    [{ fromBlock: '0x1', toBlock: '0x64' }],
  ],
  ['eth_getLogs', [{ blockHash: '0xab' }], [{ blockHash: '0xab' }]],
  ['eth_chainId', [], []],
])('default: %s %j is of one block', (method, params, expected) => {
  expect(pinRequest({ method, params }, 100)).toEqual({ method, params: expected })
})

test('behavior: only reads are known', () => {
  expect(
    [
      'eth_call',
      'eth_getLogs',
      'eth_sendRawTransaction',
      'personal_sign',
      'anvil_setBalance',
      'toString',
    ].map(isRead),
  ).toEqual([true, true, false, false, false, false])
})
