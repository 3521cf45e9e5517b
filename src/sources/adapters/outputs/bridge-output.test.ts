import { expect, test } from 'vitest'
import { listTimelessBlocks, readBridgeOutput } from './bridge-output.ts'
import { outputOf, response } from './output-for-tests.ts'

const EVENT = {
  blockNumber: 9,
  txHash: '0xT',
  from: '0xF',
  to: '0xO',
  token: '0xABC',
  amount: 5n,
  isDeposit: true,
}
const read = (...events: object[]) =>
  readBridgeOutput({
    ...outputOf([response(events as never)]),
    blockTimes: new Map([['ethereum:9', 1500]]),
  }).observations.transfers

test('default: an event is a transfer, its time that of its block', () => {
  expect(read(EVENT)).toEqual([
    {
      bridge: 7,
      chain: 'ethereum',
      txHash: '0xT',
      logIndex: 0,
      block: 9,
      from: '0xF',
      to: '0xO',
      amount: { coin: 'ethereum:0xabc', raw: 5n },
      isDeposit: true,
      sourceChain: null,
      atSec: 1500,
    },
  ])
})

test('behavior: events of one transaction are counted through', () => {
  expect(read(EVENT, EVENT, { ...EVENT, txHash: '0xU' }).map(({ logIndex }) => logIndex)).toEqual([
    0, 1, 0,
  ])
})

test('behavior: dollars, another chain, and times in seconds or milliseconds', () => {
  const [first, second] = read(
    {
      ...EVENT,
      isUSDVolume: true,
      amount: '12.5',
      chainOverride: 'bsc',
      timestamp: 1_700_000_000_000,
    },
    { ...EVENT, timestamp: 1_700_000_001 },
  )
  expect(first).toMatchObject({
    chain: 'bsc',
    amount: { coin: 'bsc:0xabc', usd: 12.5 },
    atSec: 1_700_000_000,
  })
  expect(second?.atSec).toBe(1_700_000_001)
})

test('behavior: only blocks of events without a time are looked up, once each', () => {
  expect(
    listTimelessBlocks([
      response([EVENT, EVENT, { ...EVENT, blockNumber: 10, timestamp: 5 }] as never),
    ]),
  ).toEqual([{ chain: 'ethereum', height: 9 }])
})

test('error: what is no transfer', () => {
  expect(() => read({ ...EVENT, amount: '-5' })).toThrow(/negative amount/)
  expect(() => read({ ...EVENT, amount: 'x' })).toThrow(/must be a number, not x/)
  expect(() => read({ ...EVENT, token: undefined })).toThrow(/needs txHash, token and isDeposit/)
  expect(() => readBridgeOutput({ ...outputOf([response({})]), blockTimes: new Map() })).toThrow(
    'ethereum must give a list of events',
  )
  expect(() =>
    readBridgeOutput({ ...outputOf([]), protocol: 'one', blockTimes: new Map() }),
  ).toThrow(/number of the bridge is needed/)
})
