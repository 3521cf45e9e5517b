import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../../test/support/evm/client.ts'
import { compileContract } from '../../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../../chain/chain.ts'
import { readKind } from '../chain-reading-for-tests.ts'
import { chainActivity } from './activity.ts'
import { chainBlocks } from './chain-blocks.ts'

// A day begins; one block every ten minutes.
const DAY = 1_700_006_400
const BLOCK_SEC = 600
const SECOND: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIRD: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const EVENTS = [
  'event Locked(address indexed from, bytes32 to, (address token, uint256 amount) message, uint32 indexed domain)',
  'event Released(address indexed token, address indexed to, uint256 amount, uint32 sourceDomain)',
]
const WORD = `0x${'00'.repeat(32)}`
let anvil: Anvil
let client: ChainClient
let bridge: Deployed

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: DAY - 4 * BLOCK_SEC, blockTimeSec: BLOCK_SEC })
  client = clientOf([anvil.url])
  bridge = await deploy(anvil, await compileContract('bridge.sol', 'Bridge'))
  const forwarder = await deploy(anvil, await compileContract('bridge.sol', 'Forwarder'))
  const lock = (from: Address) =>
    send(anvil, bridge, { functionName: 'lock', args: [SECOND, 1n, WORD, 1], from })
  // Block 3, before the day.
  await lock(THIRD)
  // Blocks 4 to 9: 00:00 to 00:50.
  await lock(DEPLOYER)
  await lock(SECOND)
  await lock(DEPLOYER)
  await send(anvil, bridge, { functionName: 'fail' }).catch(() => undefined)
  await lock(DEPLOYER)
  await lock(DEPLOYER)
  // Blocks 10 and 11: 01:00 and 01:10.
  await send(anvil, forwarder, {
    functionName: 'lock',
    args: [bridge.address, SECOND, 1n, WORD, 1],
    from: THIRD,
  })
  await lock(SECOND)
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

const read = (hour: number, more: { onlyDirect?: boolean; onlyChain?: boolean } = {}) => {
  const settings = { contracts: [bridge.address], events: EVENTS, ...more }
  return readKind(
    chainActivity,
    { client, settings },
    { protocol: '44', fromSec: DAY + hour * 3_600, atSec: DAY + (hour + 1) * 3_600 },
  )
}

const flow = (dataType: string, count: number, atSec: number, chain = 'local') => ({
  protocol: '44',
  metric: 'active-users',
  dataType,
  version: '',
  chain,
  label: '',
  amount: { count },
  atSec,
})

test('default: distinct senders and transactions of the first hour, without what failed', async () => {
  // First and second account; five transactions.
  expect((await read(0)).flows).toEqual([
    flow('dailyActiveUsers', 2, DAY),
    flow('dailyTransactionCount', 5, DAY),
  ])
})

test('behavior: users are those of the day so far, transactions those of the range', async () => {
  // The third came in the second hour, the second one came back; two transactions.
  expect((await read(1)).flows).toEqual([
    flow('dailyActiveUsers', 3, DAY + 3_600),
    flow('dailyTransactionCount', 2, DAY + 3_600),
  ])
})

test('behavior: only those who sent to the contracts themselves, if so wished', async () => {
  expect((await read(1, { onlyDirect: true })).flows).toEqual([
    flow('dailyActiveUsers', 2, DAY + 3_600),
    flow('dailyTransactionCount', 1, DAY + 3_600),
  ])
})

test('behavior: on a single chain they are the users of all chains', async () => {
  expect((await read(0, { onlyChain: true })).flows[1]).toEqual(
    flow('dailyActiveUsers', 2, DAY, 'all'),
  )
})

test('default: blocks: the first and the last of the range, with their own times', async () => {
  const { blocks } = await readKind(
    chainBlocks,
    { client, settings: {} },
    { fromSec: DAY, atSec: DAY + 3_600 },
  )
  expect(blocks).toEqual([
    { chain: 'local', atSec: DAY, height: 4 },
    { chain: 'local', atSec: DAY + 5 * BLOCK_SEC, height: 9 },
  ])
})

test('behavior: blocks: of a range without blocks the one that stood', async () => {
  const { blocks } = await readKind(
    chainBlocks,
    { client, settings: {} },
    { fromSec: DAY + 601, atSec: DAY + 1_200 },
  )
  expect(blocks).toEqual([{ chain: 'local', atSec: DAY + 600, height: 5 }])
})

test('error: an event that is none is named by its place', () => {
  const problem = expect.stringContaining('"Locked" is not a valid event')
  expect(chainActivity.check?.({ contracts: [SECOND], events: [...EVENTS, 'Locked'] })).toEqual([
    { path: ['events', 2], problem },
  ])
})
