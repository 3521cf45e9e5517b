import { expect, test } from 'vitest'
import { agree } from './agreement.ts'
import type { RpcReply } from './rpc-exchange.ts'

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
