import { type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../test/support/evm/client.ts'
import { DEPLOYER } from '../../../test/support/evm/deploy.ts'
import {
  type FaultProxy,
  startFaultProxy,
  type WireRequest,
} from '../../../test/support/evm/fault-proxy.ts'
import type { BlockRef, ChainClient } from './chain.ts'

let anvil: Anvil
let proxies: FaultProxy[]
let genesis: Hex
/** The point at block 10 to which the chain can go back. */
let snapshot: Hex
let forks = 0

beforeAll(async () => {
  anvil = await startAnvil()
  proxies = await Promise.all([1, 2, 3].map(() => startFaultProxy(anvil.url)))
  genesis = await anvil.rpc<Hex>('evm_snapshot')
})
// Ten blocks, then a point to which the chain can go back, then four more.
beforeEach(async () => {
  for (const proxy of proxies) proxy.set({})
  await anvil.rpc('evm_revert', [genesis])
  genesis = await anvil.rpc<Hex>('evm_snapshot')
  await anvil.rpc('anvil_mine', ['0xa'])
  snapshot = await anvil.rpc<Hex>('evm_snapshot')
  await anvil.rpc('anvil_mine', ['0x4'])
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await anvil.stop()
})

// The clock stands still, so that what is held against a node stays however slow the machine is.
const dependencies = { clock: { nowMs: () => 1_700_000_000_000 } }
const clientTo = (nodes: number, options = {}): ChainClient =>
  clientOf(
    proxies.slice(0, nodes).map(({ url }) => url),
    { ...options, dependencies },
  )
const numbers = (blocks: readonly BlockRef[]): number[] => blocks.map(({ number }) => number)

async function know(client: ChainClient, from: number, to: number): Promise<BlockRef[]> {
  return Promise.all(
    Array.from({ length: to - from + 1 }, (_, index) => client.blockNumbered(from + index)),
  )
}

/** From now on blocks are made by another miner, so that they have other hashes than before. */
async function changeMiner(): Promise<void> {
  await anvil.rpc('anvil_setCoinbase', [pad(toHex(++forks), { size: 20 })])
}

/** Another branch from block 10 on. */
async function fork(blocks: number): Promise<void> {
  await anvil.rpc('evm_revert', [snapshot])
  await changeMiner()
  await anvil.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
}

/**
 * A node that gives other hashes from a height on; its blocks follow each other if it lies well.
 */
function lie(from: number, isConsistent: boolean) {
  const other = (number: number): Hex => `0x${(0xbad0000 + number).toString(16).padStart(64, '0')}`
  return {
    change(result: unknown, { method }: WireRequest): unknown {
      const block = result as { number: Hex } | null
      if (method !== 'eth_getBlockByNumber' || block === null || Number(block.number) < from)
        return result
      const number = Number(block.number)
      const parent = isConsistent && number > from ? { parentHash: other(number - 1) } : {}
      return { ...block, hash: other(number), ...parent }
    },
  }
}

test('default: nothing is replaced while the chain only grows', async () => {
  const client = clientTo(1)
  const known = await know(client, 6, 14)
  await anvil.rpc('anvil_mine', ['0x3'])
  expect(await client.listReplaced(known)).toEqual([])
})

test('behavior: blocks of an abandoned branch are listed, those below it are not', async () => {
  const client = clientTo(1)
  const known = await know(client, 6, 14)
  await fork(6)
  const replaced = await client.listReplaced(known)
  expect(replaced).toEqual(known.filter(({ number }) => number > 10))
  expect(client.health()[0]?.state).toBe('good')
})

test('behavior: a single node is believed when its chain leads to the parent of a known block', async () => {
  const client = clientTo(1)
  const known = await know(client, 11, 14)
  await fork(6)
  expect(numbers(await client.listReplaced(known))).toEqual([11, 12, 13, 14])
})

test('behavior: gaps between the known blocks are bridged', async () => {
  const client = clientTo(1)
  const known = [...(await know(client, 4, 4)), ...(await know(client, 13, 13))]
  await fork(5)
  expect(numbers(await client.listReplaced(known))).toEqual([13])
})

test('error: a single node whose chain shares no block with what was read is not believed', async () => {
  const client = clientTo(1)
  const known = await know(client, 12, 14)
  await fork(6)
  await expect(client.listReplaced(known)).rejects.toMatchObject({
    name: 'NodesDisagree',
    retryable: true,
  })
})

test('behavior: two nodes that agree are believed though nothing known is left', async () => {
  const client = clientTo(2)
  const known = await know(client, 12, 14)
  await fork(6)
  expect(numbers(await client.listReplaced(known))).toEqual([12, 13, 14])
})

test('behavior: the reorg of the node itself is seen', async () => {
  const client = clientTo(1)
  const known = await know(client, 6, 14)
  await changeMiner()
  await anvil.rpc('anvil_reorg', [3, []])
  expect(numbers(await client.listReplaced(known))).toEqual([12, 13, 14])
})

test('behavior: a node that lags behind says nothing about newer blocks', async () => {
  const client = clientTo(1)
  const known = await know(client, 6, 14)
  await anvil.rpc('evm_revert', [snapshot])
  expect((await client.head()).number).toBe(10)
  expect(await client.listReplaced(known)).toEqual([])
})

test('behavior: a node that lags is outvoted by none: the one that knows the height decides', async () => {
  const client = clientTo(2)
  const known = await know(client, 6, 14)
  proxies[0]?.set({
    change: (result, { method, params }) =>
      method === 'eth_getBlockByNumber' && (params[0] === 'latest' || Number(params[0]) > 8)
        ? { ...(result as object), number: '0x8' }
        : result,
  })
  await fork(6)
  expect(numbers(await client.listReplaced(known))).toEqual([11, 12, 13, 14])
  expect(client.health()[0]?.state).toBe('lagging')
})

test('behavior: a node whose blocks do not follow each other is lying, and there is no reorg', async () => {
  const client = clientTo(2)
  const known = await know(client, 6, 14)
  proxies[0]?.set(lie(12, false))
  expect(await client.listReplaced(known)).toEqual([])
  expect(client.health().map(({ state }) => state)).toEqual(['lying', 'good'])
})

test('error: alone, it gives no response at all', async () => {
  const client = clientTo(1)
  const known = await know(client, 6, 14)
  proxies[0]?.set(lie(12, false))
  await expect(client.listReplaced(known)).rejects.toMatchObject({
    name: 'NoEndpoint',
    retryable: true,
  })
})

test('behavior: a node that lies well is outvoted by two others', async () => {
  const client = clientTo(3)
  const known = await know(client, 6, 14)
  proxies[0]?.set(lie(12, true))
  expect(await client.listReplaced(known)).toEqual([])
  expect(client.health().map(({ state }) => state)).toEqual(['lying', 'good', 'good'])
  // It is not believed about a block that is wanted either.
  expect((await client.blockNumbered(13)).hash).toBe(
    known.find(({ number }) => number === 13)?.hash,
  )
})

test('behavior: a newest block far above those of two others is not followed', async () => {
  const client = clientTo(3, { confirmations: 2 })
  proxies[0]?.set({
    change: (result, { params }) =>
      params[0] === 'latest' ? { ...(result as object), number: '0xffff' } : result,
  })
  expect((await client.safeHead()).number).toBe(12)
  expect(client.health().map(({ state }) => state)).toEqual(['lying', 'good', 'good'])
})

test('error: one against one is no response, neither about known blocks nor about new ones', async () => {
  const client = clientTo(2)
  const known = await know(client, 6, 14)
  proxies[0]?.set(lie(12, true))
  await expect(client.listReplaced(known)).rejects.toMatchObject({
    name: 'NodesDisagree',
    retryable: true,
  })
  await expect(client.safeHead()).rejects.toMatchObject({ name: 'NodesDisagree' })
})

test('behavior: a real reorg is seen though one of three nodes still has the old branch', async () => {
  const client = clientTo(3)
  const known = await know(client, 6, 14)
  const old = new Map(known.map((block) => [block.number, block]))
  await fork(4)
  proxies[2]?.set({
    change(result, { method }) {
      const block = result as { number: Hex } | null
      const before =
        block === null || method !== 'eth_getBlockByNumber'
          ? undefined
          : old.get(Number(block.number))
      return before === undefined
        ? result
        : { ...block, hash: before.hash, parentHash: before.parentHash }
    },
  })
  expect(numbers(await client.listReplaced(known))).toEqual([11, 12, 13, 14])
})

test('behavior: a reorg is found however far the chain has grown since', async () => {
  const client = clientTo(1)
  const known = await know(client, 6, 14)
  await fork(300)
  // The head is 310 now.
  expect(numbers(await client.listReplaced(known))).toEqual([11, 12, 13, 14])
  expect(numbers(await client.listReplaced(known.filter(({ number }) => number < 12)))).toEqual([
    11,
  ])
  expect(await client.listReplaced(known.filter(({ number }) => number < 11))).toEqual([])
})

test('behavior: of many known blocks only the newest are compared while nothing was replaced', async () => {
  const client = clientTo(1)
  await anvil.rpc('anvil_mine', ['0x60'])
  const known = await know(client, 0, 110)
  const [proxy] = proxies
  proxy?.messages.splice(0)
  expect(await client.listReplaced(known)).toEqual([])
  // The head, the newest 64, and what the node has where that is settled.
  expect(proxy?.messages).toHaveLength(3)
})

test('error: a block that is replaced while it is read', async () => {
  const client = clientTo(1)
  const reader = client.at(await client.safeHead())
  expect(await reader.nativeBalances([DEPLOYER])).toHaveLength(1)
  await fork(6)
  await expect(reader.nativeBalances([DEPLOYER])).rejects.toMatchObject({
    name: 'BlockReplaced',
    retryable: true,
  })
})

test('behavior: a reader stays with the node that still has its block', async () => {
  const client = clientTo(2)
  const reader = client.at(await client.safeHead())
  proxies[0]?.set(lie(14, true))
  expect(await reader.nativeBalances([DEPLOYER])).toHaveLength(1)
})
