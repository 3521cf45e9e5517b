import { getAbiItem, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { compileContract } from '../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../test/support/evm/deploy.ts'
import {
  type FaultProxy,
  type Faults,
  startFaultProxy,
} from '../../../test/support/evm/fault-proxy.ts'
import type { ChainClient } from './chain.ts'
import { agree } from './confirm-replies.ts'
import type { RpcReply } from './rpc-exchange.ts'

const abi = getAbiItem({
  abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
  name: 'balanceOf',
})
/** The last word of a response becomes 999. */
const LIE: Faults = {
  change: (result, { method }) =>
    method === 'eth_call' ? `${String(result).slice(0, -4)}03e7` : result,
}

let anvil: Anvil
let proxies: FaultProxy[]
let token: Deployed
const urls = (count: number) => proxies.slice(0, count).map(({ url }) => url)

beforeAll(async () => {
  anvil = await startAnvil()
  token = await deploy(anvil, await compileContract('token.sol', 'Token'), ['Plain', 'PLN', 6])
  await send(anvil, token, { functionName: 'mint', args: [DEPLOYER, 70n] })
  proxies = []
  for (let index = 0; index < 3; index++) proxies.push(await startFaultProxy(anvil.url))
})
beforeEach(() => {
  for (const proxy of proxies) {
    proxy.set({})
    proxy.messages.length = 0
  }
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await anvil.stop()
})

async function ask(client: ChainClient): Promise<unknown> {
  const reader = client.at(await client.head())
  return reader.call({ target: token.address, abi, args: [DEPLOYER] })
}

const states = (client: ChainClient) => client.health().map(({ state }) => state)

test('default: a second node confirms what the first says', async () => {
  expect(await ask(clientOf(urls(2)))).toBe(70n)
  const calls = (index: number) =>
    proxies[index]?.messages.flat().filter(({ method }) => method === 'eth_call').length
  expect([calls(0), calls(1)]).toEqual([1, 1])
})

test('error: a preferred node that lies is not believed when the only other one disagrees', async () => {
  proxies[0]?.set(LIE)
  await expect(ask(clientOf(urls(2)))).rejects.toThrow(
    /nodes of local give no certain answer about block \d+: they answer the same request differently/,
  )
})

test('behavior: of three nodes the majority is believed, wherever the liar stands', async () => {
  for (const index of [0, 1, 2]) {
    for (const proxy of proxies) proxy.set({})
    proxies[index]?.set(LIE)
    const client = clientOf(urls(3))
    expect(await ask(client)).toBe(70n)
    // The third is asked only when the first two disagree.
    expect(states(client)[index]).toBe(index === 2 ? 'good' : 'lying')
  }
})

test('behavior: a node that cannot be asked is not missed, unless a quorum is set', async () => {
  proxies[1]?.set({ status: { code: 500 } })
  expect(await ask(clientOf(urls(2)))).toBe(70n)
  await expect(ask(clientOf(urls(2), { quorum: 2 }))).rejects.toThrow(
    'only 1 of the 2 nodes that must agree gave a response',
  )
})

test('behavior: with a quorum of one no second node is asked', async () => {
  proxies[0]?.set(LIE)
  expect(await ask(clientOf(urls(2), { quorum: 1 }))).toBe(999n)
})

test('behavior: logs of a node that leaves events out are not believed', async () => {
  proxies[0]?.set({ change: (result, { method }) => (method === 'eth_getLogs' ? [] : result) })
  const client = clientOf(urls(2))
  const reader = client.at(await client.head())
  const [event] = parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  ])
  const read = async () => {
    for await (const logs of reader.logs({
      addresses: [token.address],
      events: [event],
      fromBlock: 0,
      toBlock: reader.block.number,
    }))
      expect(logs).toHaveLength(1)
  }
  await expect(read()).rejects.toThrow(/give no certain answer/)
})

test('error: a result of null is a fault of the node, in one line', async () => {
  proxies[0]?.set({ reply: ({ method }) => (method === 'eth_call' ? { result: null } : undefined) })
  // The second node answers.
  expect(await ask(clientOf(urls(2)))).toBe(70n)
  const alone = ask(clientOf(urls(1), { dependencies: { sleep: async () => undefined } }))
  await expect(alone).rejects.toThrow(
    /^No endpoint of local answered: 127\.0\.0\.1:\d+ gave no result of a call\. Check its endpoints, or add one\.$/,
  )
})

const ok = (result: unknown): RpcReply => ({ ok: true, result })
const failed = (message: string, code = -32000): RpcReply => ({
  ok: false,
  error: { code, message },
})
const log = (data: string, more = {}) => ({
  address: '0xAA',
  topics: ['0x1'],
  data,
  blockHash: '0xb',
  logIndex: '0x0',
  ...more,
})

test.each<[string, string, RpcReply, RpcReply, boolean]>([
  ['bytes', 'eth_call', ok('0xAb'), ok('0xaB'), true],
  ['other bytes', 'eth_call', ok('0x01'), ok('0x02'), false],
  ['zeros in front of a quantity', 'eth_getBalance', ok('0x0a'), ok('0xa'), true],
  ['another quantity', 'eth_getBalance', ok('0xa'), ok('0xb'), false],
  ['nothing instead of a quantity', 'eth_getBalance', ok('0xa'), ok(null), false],
  [
    'members that only one node has',
    'eth_getLogs',
    ok([log('0x1', { blockTimestamp: '0x5' })]),
    ok([log('0x1')]),
    true,
  ],
  [
    'another order',
    'eth_getLogs',
    ok([log('0x1'), log('0x2')]),
    ok([log('0x2'), log('0x1')]),
    true,
  ],
  ['an event too few', 'eth_getLogs', ok([log('0x1'), log('0x2')]), ok([log('0x1')]), false],
  [
    'both revert, in other words',
    'eth_call',
    failed('reverted', 3),
    failed('execution reverted: x'),
    true,
  ],
  ['one reverts', 'eth_call', ok('0x01'), failed('execution reverted', 3), false],
  ['one has a limit', 'eth_call', ok('0x01'), failed('response is larger than allowed'), true],
  ['what is not compared', 'eth_gasPrice', ok('0x1'), ok('0x2'), true],
])('default: %s', (_, method, one, other, expected) => {
  expect(agree({ method, params: [] }, one, other)).toBe(expected)
  expect(agree({ method, params: [] }, other, one)).toBe(expected)
})
