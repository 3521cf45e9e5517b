import { expect, test } from 'vitest'
import { classifyRpcError, type RpcErrorKind } from './rpc-exchange.ts'

// Wordings of the node programs and services that people run, with the codes they send.
const CASES: [code: number, message: string, kind: RpcErrorKind][] = [
  [3, 'execution reverted: balances are closed', 'reverted'],
  [-32000, 'execution reverted', 'reverted'],
  [-32000, 'invalid opcode: INVALID', 'reverted'],
  [-32000, 'out of gas', 'reverted'],
  [-32603, 'EVM error InvalidOperandOOG', 'reverted'],
  [429, 'limit', 'rateLimited'],
  [-32005, 'daily request count exceeded, request rate limited', 'rateLimited'],
  [-32016, 'Your app has exceeded its compute units per second capacity', 'rateLimited'],
  [-32005, 'limit exceeded', 'rateLimited'],
  [-32005, 'query returned more than 10000 results', 'rangeTooLarge'],
  [-32602, 'Log response size exceeded. this block range should work: [0x1, 0x5]', 'rangeTooLarge'],
  [-32600, 'You can make eth_getLogs requests with up to a 500 block range.', 'rangeTooLarge'],
  [-32000, 'exceed maximum block range: 5000', 'rangeTooLarge'],
  [-32614, 'eth_getLogs is limited to a 10,000 range', 'rangeTooLarge'],
  [
    -32701,
    'Please specify an address in your request or, to remove restrictions, order a dedicated full node',
    'other',
  ],
  [-32000, 'header not found', 'unknownBlock'],
  [-32001, 'Resource not found', 'unknownBlock'],
  [-32602, 'BlockOutOfRangeError: block height is 3 but requested was 80', 'unknownBlock'],
  [-32000, 'missing trie node 1234 (path )', 'unknownBlock'],
  [
    -32602,
    'invalid argument 1: json: cannot unmarshal object into Go value of type string',
    'badParameters',
  ],
  [-32603, 'internal error', 'other'],
]

test.each(CASES)('behavior: %i %s → %s', (code, message, kind) => {
  expect(classifyRpcError({ code, message })).toBe(kind)
})
