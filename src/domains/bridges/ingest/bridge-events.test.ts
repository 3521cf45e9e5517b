import { type Address, padHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../../test/support/evm/client.ts'
import { compileContract } from '../../../../test/support/evm/compile.ts'
import {
  DEPLOYER,
  type Deployed,
  deploy,
  type Receipt,
  send,
} from '../../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../../../sources/chain/chain.ts'
import { readKind } from '../../../sources/readers/chain-reading-for-tests.ts'
import { bridgeEvents } from './bridge-events.ts'

const START = 1_700_000_000
const ANNA: Address = `0x${'a1'.repeat(20)}`
const NATIVE: Address = `0x${'00'.repeat(20)}`
// More than any float can hold exactly.
const HUGE = 123_456_789_012_345_678_901_234_567n
let anvil: Anvil
let client: ChainClient
let token: Deployed
let bridge: Deployed
const receipts: Receipt[] = []

beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: START, blockTimeSec: 10 })
  client = clientOf([anvil.url])
  token = await deploy(anvil, await compileContract('token.sol', 'Token'), ['Token', 'TOK', 18])
  bridge = await deploy(anvil, await compileContract('bridge.sol', 'Bridge'))
  const forwarder = await deploy(anvil, await compileContract('bridge.sol', 'Forwarder'))
  const to = padHex(ANNA, { size: 32 })
  // Blocks 4 to 8, ten seconds each after START.
  receipts.push(
    await send(anvil, bridge, { functionName: 'lock', args: [token.address, HUGE, to, 7] }),
  )
  receipts.push(await send(anvil, bridge, { functionName: 'lock', args: [NATIVE, 5n, to, 9] }))
  receipts.push(
    await send(anvil, bridge, { functionName: 'release', args: [token.address, ANNA, 300n, 7] }),
  )
  receipts.push(
    await send(anvil, bridge, { functionName: 'lock', args: [token.address, 0n, to, 7] }),
  )
  receipts.push(
    await send(anvil, forwarder, {
      functionName: 'lock',
      args: [bridge.address, token.address, 11n, to, 7],
    }),
  )
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

type Rule = Parameters<typeof bridgeEvents.extract>[1]['events'][number]
const locked = (more: Partial<Rule> = {}): Rule => ({
  contracts: [bridge.address],
  event:
    'event Locked(address indexed from, bytes32 to, (address token, uint256 amount) message, uint32 indexed domain)',
  isDeposit: true,
  from: { arg: 'from' },
  to: { arg: 'to' },
  token: { arg: 'message.token' },
  amount: 'message.amount',
  ...more,
})
const released = (more: Partial<Rule> = {}): Rule => ({
  contracts: [bridge.address],
  event:
    'event Released(address indexed token, address indexed to, uint256 amount, uint32 sourceDomain)',
  isDeposit: false,
  from: { the: 'contract' },
  to: { arg: 'to' },
  token: { arg: 'token' },
  amount: 'amount',
  ...more,
})
const read = (events: Rule[], range = {}) =>
  readKind(bridgeEvents, { client, settings: { events } }, { protocol: '12', ...range })
const coin = (address: string) => `local:${address.toLowerCase()}`

describe('transfers', () => {
  test('default: what was locked goes in and what was released comes out, to the last digit', async () => {
    const sourceChain = { arg: 'sourceDomain', chains: { '7': 'base' } }
    const { transfers, tokens } = await read([locked(), released({ sourceChain })])
    const shared = { bridge: 12, chain: 'local', logIndex: 0 }
    expect(transfers).toEqual([
      {
        ...shared,
        txHash: receipts[0]?.transactionHash,
        block: 4,
        from: DEPLOYER.toLowerCase(),
        to: ANNA,
        amount: { coin: coin(token.address), raw: HUGE },
        isDeposit: true,
        sourceChain: null,
        atSec: START + 40,
      },
      expect.objectContaining({ block: 5, amount: { coin: coin(NATIVE), raw: 5n } }),
      // Nothing was moved in block 7, so it is no transfer.
      expect.objectContaining({ block: 8, amount: { coin: coin(token.address), raw: 11n } }),
      {
        ...shared,
        txHash: receipts[2]?.transactionHash,
        block: 6,
        from: bridge.address.toLowerCase(),
        to: ANNA,
        amount: { coin: coin(token.address), raw: 300n },
        isDeposit: false,
        sourceChain: 'base',
        atSec: START + 60,
      },
    ])
    expect(tokens).toEqual([
      { coin: coin(token.address), symbol: 'TOK', decimals: 18, supplyTokens: 0 },
    ])
  })

  test('behavior: the sender of the transaction stands for a contract that sent it on', async () => {
    const rule = locked({
      from: { the: 'sender' },
      to: { is: ANNA },
      token: { is: token.address },
      where: [{ arg: 'message.amount', is: ['11'] }],
    })
    const { transfers } = await read([rule])
    expect(transfers).toMatchObject([
      { from: DEPLOYER.toLowerCase(), to: ANNA, amount: { raw: 11n } },
    ])
    const [direct] = (await read([locked({ where: [{ arg: 'message.amount', is: ['11'] }] })]))
      .transfers
    expect(direct?.from).not.toBe(DEPLOYER.toLowerCase())
  })

  test('behavior: only events that the filters let through', async () => {
    const { transfers } = await read([
      locked({ where: [{ arg: 'domain', isNot: ['7'] }], sourceChain: { is: 'local' } }),
    ])
    expect(transfers).toMatchObject([{ block: 5, sourceChain: 'local' }])
  })

  test('behavior: only events of the range, its beginning included and its end not', async () => {
    const { transfers } = await read([locked(), released()], {
      fromSec: START + 50,
      atSec: START + 60,
    })
    expect(transfers.map(({ block }) => block)).toEqual([5])
  })

  test('error: a bridge at an address without code is an error, never an hour without transfers', async () => {
    const nobody = '0x00000000000000000000000000000000000000ff'
    await expect(read([locked(), released({ contracts: [nobody] })])).rejects.toThrow(nobody)
  })
})

describe('settings', () => {
  const problems = (events: Rule[], protocol = '12') =>
    bridgeEvents.check?.({ events, protocol } as { events: Rule[] })

  test('default: nothing is wrong with these', () => {
    expect(problems([locked(), released()])).toEqual([])
  })

  test('error: an argument that the event does not have', () => {
    const problem =
      'is invalid: The event Locked has no argument "value". It has from, to, message, domain.'
    expect(problems([released(), locked({ amount: 'value' })])).toEqual([
      { path: ['events', 1, 'event'], problem },
    ])
  })

  test('error: a text that is not a valid event', () => {
    const problem = expect.stringContaining('"Locked(address)" is not a valid event. Write it like')
    expect(problems([locked({ event: 'Locked(address)' })])).toEqual([
      { path: ['events', 0, 'event'], problem },
    ])
  })

  test('error: bridges are known by numbers', () => {
    const problem = 'must be the number of the bridge as a text, such as "12", not "my-bridge"'
    expect(problems([locked()], 'my-bridge')).toEqual([{ path: ['protocol'], problem }])
  })
})
