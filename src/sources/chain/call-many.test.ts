import { type Address, getAbiItem, type Hex, pad, parseAbi, size, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { compileContract } from '../../../test/support/evm/compile.ts'
import { type Deployed, deploy, send } from '../../../test/support/evm/deploy.ts'
import {
  type FaultProxy,
  startFaultProxy,
  type WireRequest,
} from '../../../test/support/evm/fault-proxy.ts'
import type { CallResult, ChainClient } from './chain.ts'

const balanceOf = getAbiItem({
  abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
  name: 'balanceOf',
})
let anvil: Anvil
let proxies: FaultProxy[]
let token: Deployed

const owner = (index: number): Address => pad(toHex(0x1000 + index), { size: 20 })
// Owner 7 has 70, all others nothing.
const EXPECTED = Array.from({ length: 300 }, (_, index) => ({
  ok: true,
  value: index === 7 ? 70n : 0n,
}))

beforeAll(async () => {
  anvil = await startAnvil()
  proxies = [await startFaultProxy(anvil.url), await startFaultProxy(anvil.url)]
  token = await deploy(anvil, await compileContract('token.sol', 'Token'), ['Plain', 'PLN', 6])
  await send(anvil, token, { functionName: 'mint', args: [owner(7), 70n] })
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

async function ask(client: ChainClient): Promise<{ results: CallResult[]; roundTrips: number }> {
  const reader = client.at(await client.head())
  const results = await reader.callMany(
    EXPECTED.map((_, index) => ({ target: token.address, abi: balanceOf, args: [owner(index)] })),
  )
  return { results, roundTrips: reader.roundTrips }
}

/** Bytes of what a request would have the node run without a contract; 0 for other requests. */
function programBytes({ method, params }: WireRequest): number {
  const call = params[0] as { to?: string; data: Hex }
  return method === 'eth_call' && call.to === undefined ? size(call.data) : 0
}

test('default: many calls are one round trip', async () => {
  expect(await ask(clientOf([proxies[0]?.url ?? '']))).toEqual({ results: EXPECTED, roundTrips: 1 })
})

test('behavior: batches that a node refuses for their size or gas are split', async () => {
  const reply = (request: WireRequest) =>
    programBytes(request) > 4_000
      ? { error: { code: -32000, message: 'max initcode size exceeded' } }
      : undefined
  proxies[0]?.set({ reply })
  // 200 and 100 calls are refused; batches of 50 calls of 68 bytes, 3,476 with the program, are not.
  expect(await ask(clientOf([proxies[0]?.url ?? '']))).toEqual({ results: EXPECTED, roundTrips: 2 })
})

test('behavior: where a node runs nothing without a contract, calls go one by one, soon without trying', async () => {
  proxies[0]?.set({
    reply: (request) =>
      programBytes(request) > 0
        ? { error: { code: -32000, message: 'contract creation is not supported' } }
        : undefined,
  })
  const client = clientOf([proxies[0]?.url ?? ''])
  // Pieces of 200, 50, 12 and 3 are refused: 1 + 1 + 1 + 2 messages of up to 99; then 300 calls are
  // four messages.
  const trying = 1 + 1 + 1 + 2 + 4
  expect(await ask(client)).toEqual({ results: EXPECTED, roundTrips: trying })
  expect(await ask(client)).toEqual({ results: EXPECTED, roundTrips: trying })
  expect(await ask(client)).toEqual({ results: EXPECTED, roundTrips: trying })
  expect(await ask(client)).toEqual({ results: EXPECTED, roundTrips: 4 })
})

test('behavior: what fails in the node is never taken for a response of the contract', async () => {
  proxies[0]?.set({
    reply: ({ method }) =>
      method === 'eth_call' ? { error: { code: -32603, message: 'internal error' } } : undefined,
  })
  const client = clientOf(proxies.map(({ url }) => url))
  expect((await ask(client)).results).toEqual(EXPECTED)
  expect(client.health().map(({ failures }) => failures > 0)).toEqual([true, false])
})
