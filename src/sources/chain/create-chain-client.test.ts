import { type Address, getAbiItem, pad, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { compile } from '../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../test/support/evm/deploy.ts'
import { startFaultProxy } from '../../../test/support/evm/fault-proxy.ts'
import type { ChainClient } from './chain.ts'

const ERC20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function symbol() view returns (string)',
])
const balanceOf = getAbiItem({ abi: ERC20, name: 'balanceOf' })
const symbol = getAbiItem({ abi: ERC20, name: 'symbol' })

let anvil: Anvil
let client: ChainClient
let tokens: Record<'plain' | 'closed' | 'greedy', Deployed>

const owner = (index: number): Address => pad(toHex(0x1000 + index), { size: 20 })

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: 1_600_000_000, blockTimeSec: 10 })
  client = clientOf([anvil.url])
  const { Token, BrokenToken } = await compile('token.sol')
  if (Token === undefined || BrokenToken === undefined) throw new Error('no contracts')
  tokens = {
    plain: await deploy(anvil, Token, ['Plain', 'PLN', 6]),
    closed: await deploy(anvil, BrokenToken, [false]),
    greedy: await deploy(anvil, BrokenToken, [true]),
  }
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

test('default: a call is answered as of the block of the reader, not of later ones', async () => {
  await send(anvil, tokens.plain, { functionName: 'mint', args: [owner(0), 500n] })
  const reader = client.at(await client.head())
  await send(anvil, tokens.plain, { functionName: 'mint', args: [owner(0), 70n] })
  const call = { target: tokens.plain.address, abi: balanceOf, args: [owner(0)] }
  expect(await reader.call(call)).toBe(500n)
  expect(await client.at(await client.head()).call(call)).toBe(570n)
})

test('behavior: a thousand balances at one block take at most three round trips', async () => {
  await send(anvil, tokens.plain, { functionName: 'mint', args: [owner(3), 33n] })
  await send(anvil, tokens.plain, { functionName: 'mint', args: [owner(999), 999n] })
  const reader = client.at(await client.head())
  const calls = Array.from({ length: 1_000 }, (_, index) => ({
    target: tokens.plain.address,
    abi: balanceOf,
    args: [owner(index)],
  }))
  const results = await reader.callMany(calls)
  const expected = calls.map((_, index) => ({
    ok: true,
    value:
      new Map([
        [0, 570n],
        [3, 33n],
        [999, 999n],
      ]).get(index) ?? 0n,
  }))
  expect(results).toEqual(expected)
  expect(reader.roundTrips).toBeLessThanOrEqual(3)
})

test('behavior: contracts that fail, eat all gas, are missing or answer otherwise do not spoil their neighbours', async () => {
  const reader = client.at(await client.head())
  const at = (target: Address) => ({ target, abi: balanceOf, args: [owner(0)] })
  const results = await reader.callMany([
    at(tokens.plain.address),
    at(tokens.closed.address),
    at(tokens.greedy.address),
    at(owner(5)),
    at(tokens.plain.address),
    { target: tokens.plain.address, abi: symbol },
    { target: tokens.closed.address, abi: symbol },
  ])
  expect(results.map((result) => (result.ok ? result.value : 'error'))).toEqual([
    570n,
    'error',
    'error',
    'error',
    570n,
    'PLN',
    'BROKEN',
  ])
  expect(results[1]).toMatchObject({ error: expect.stringContaining('balances are closed') })
  expect(results[3]).toMatchObject({ error: expect.stringContaining('there is no balanceOf') })
})

test('error: a single call that fails is thrown with the reason of the contract', async () => {
  const reader = client.at(await client.head())
  await expect(
    reader.call({ target: tokens.closed.address, abi: balanceOf, args: [owner(0)] }),
  ).rejects.toThrow('balances are closed')
})

test('behavior: native balances of many owners come in few round trips', async () => {
  await anvil.rpc('anvil_setBalance', [owner(1), '0x7b'])
  await anvil.rpc('evm_mine')
  const reader = client.at(await client.head())
  const owners = Array.from({ length: 1_200 }, (_, index) => owner(index))
  const balances = await reader.nativeBalances(owners)
  expect(balances).toEqual(owners.map((_, index) => (index === 1 ? 123n : 0n)))
  expect(reader.roundTrips).toBe(1)
})

test('behavior: senders, receivers and success of transactions', async () => {
  const { transactionHash } = await send(anvil, tokens.plain, {
    functionName: 'mint',
    args: [owner(9), 1n],
  })
  const reader = client.at(await client.head())
  expect(await reader.transactions([transactionHash])).toEqual([
    { from: DEPLOYER.toLowerCase(), to: tokens.plain.address.toLowerCase(), ok: true },
  ])
})

test('behavior: the last block at or before a time is found, below the block of the reader only', async () => {
  await anvil.rpc('anvil_mine', ['0x64'])
  const head = await client.head()
  // Blocks are ten seconds apart from genesis on.
  expect((await client.blockAt(1_600_000_000 + 459)).number).toBe(45)
  expect((await client.blockAt(1_600_000_000 + 460)).number).toBe(46)
  expect((await client.blockAt(1_600_000_000)).number).toBe(0)
  expect((await client.blockAt(head.timestampSec)).hash).toBe(head.hash)
  await expect(client.blockAt(1_599_999_999)).rejects.toThrow('had not begun')
  await expect(client.blockAt(head.timestampSec + 1)).rejects.toThrow('not reached')
  const reader = client.at(await client.blockNumbered(50))
  expect((await reader.blockAt(1_600_000_000 + 300)).number).toBe(30)
  await expect(reader.blockAt(1_600_000_000 + 501)).rejects.toThrow('not reached')
  await expect(reader.blockNumbered(51)).rejects.toThrow('above the block')
})

test('behavior: the safe head is below the head by the number of confirmations', async () => {
  const head = await client.head()
  const careful = clientOf([anvil.url], { confirmations: 12 })
  expect((await careful.safeHead()).number).toBe(head.number - 12)
  const young = clientOf([anvil.url], { confirmations: 1_000_000 })
  expect((await young.safeHead()).number).toBe(0)
})

test('behavior: a reader of another block counts its requests with the first', async () => {
  const reader = client.at(await client.head())
  const earlier = reader.at(await reader.blockNumbered(1))
  await earlier.nativeBalances([owner(1)])
  expect(earlier.block.number).toBe(1)
  expect(reader.roundTrips).toBe(2)
})

test('behavior: blocks are found by time on a node that lacks the first ones', async () => {
  await anvil.rpc('anvil_mine', [40, 10])
  const proxy = await startFaultProxy(anvil.url)
  proxy.set({
    reply: ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] !== 'latest' && Number(params[0]) < 5
        ? { result: null }
        : undefined,
  })
  const pruned = clientOf([proxy.url])
  const seventh = await client.blockNumbered(7)
  expect(await pruned.blockAt(seventh.timestampSec)).toEqual(seventh)
  const reader = pruned.at(await pruned.head())
  expect(await reader.blockAt(seventh.timestampSec + 1)).toEqual(seventh)
  await expect(pruned.blockAt(1_600_000_001)).rejects.toThrow('block 5 is the first')
  // It lags behind nobody.
  expect(pruned.health()[0]?.state).toBe('good')
  // With a node that has them, all are found.
  const both = clientOf([proxy.url, anvil.url])
  expect((await both.blockAt(1_600_000_001)).number).toBe(0)
  for (const one of [pruned, both]) one.close()
  await proxy.stop()
})
