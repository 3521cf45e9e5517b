import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../../test/support/evm/client.ts'
import { compileContract } from '../../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../../../sources/chain/chain.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { readKind } from '../../../sources/readers/chain-reading-for-tests.ts'
import { observeUserWindows, userWindowsReader } from './user-windows.ts'

// One block every six hours, so that 24 hours are four blocks.
const DAY = 1_700_006_400
const BLOCK_SEC = 21_600
const SECOND: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIRD: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const EVENT =
  'event Locked(address indexed from, bytes32 to, (address token, uint256 amount) message, uint32 indexed domain)'
const WORD = `0x${'00'.repeat(32)}`
let anvil: Anvil
let client: ChainClient
let bridge: Deployed

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: DAY - BLOCK_SEC, blockTimeSec: BLOCK_SEC })
  client = clientOf([anvil.url])
  // Block 1, at the start of the day.
  bridge = await deploy(anvil, await compileContract('bridge.sol', 'Bridge'))
  const lock = (from: Address) =>
    send(anvil, bridge, { functionName: 'lock', args: [SECOND, 1n, WORD, 1], from })
  // Blocks 2 to 6: 06:00, 12:00, 18:00, 24:00, 30:00.
  await lock(THIRD)
  await lock(DEPLOYER)
  await lock(SECOND)
  await lock(DEPLOYER)
  await send(anvil, bridge, { functionName: 'fail' }).catch(() => undefined)
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

const read = (atSec: number, more: { onlyChain?: boolean } = {}) =>
  readKind(
    userWindowsReader,
    { client, settings: { contracts: [bridge.address], events: [EVENT], ...more } },
    { protocol: '44', fromSec: atSec - 3_600, atSec },
  )

test('default: senders and transactions of the 24 hours before, whatever day they fall on', async () => {
  // From 07:00 to 31:00: the third sent before, and what failed does not count.
  const seen = await read(DAY + 31 * 3_600)
  expect(seen.userWindows).toEqual([
    { protocol: '44', chain: 'local', users: 2, txs: 3, atSec: DAY + 31 * 3_600 },
  ])
  expect(observeUserWindows(seen, bookOf({}))[0]?.rows).toEqual([
    {
      protocol: '44',
      chain: 'local',
      users: 2,
      txs: 3,
      newUsers: null,
      gasUsd: null,
      atSec: DAY + 31 * 3_600,
    },
  ])
})

test('behavior: on a single chain they are the users of all chains', async () => {
  // From before the start of the chain to 19:00: three people, once each.
  const { userWindows } = await read(DAY + 19 * 3_600, { onlyChain: true })
  expect(userWindows.map(({ chain, users, txs }) => [chain, users, txs])).toEqual([
    ['local', 3, 3],
    ['all', 3, 3],
  ])
})
