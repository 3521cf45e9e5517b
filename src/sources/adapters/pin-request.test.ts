import { expect, test } from 'vitest'
import { isRead, pinRequest } from './pin-request.ts'

// Block 100 is 0x64.
test.each([
  ['eth_call', [{ to: '0x1' }, 'latest'], [{ to: '0x1' }, '0x64']],
  ['eth_call', [{ to: '0x1' }], [{ to: '0x1' }, '0x64']],
  ['eth_call', [{ to: '0x1' }, '0x5'], [{ to: '0x1' }, '0x5']],
  ['eth_getBalance', ['0x1', 'finalized'], ['0x1', '0x64']],
  ['eth_getStorageAt', ['0x1', '0x0', 'pending'], ['0x1', '0x0', '0x64']],
  ['eth_getBlockByNumber', ['latest', false], ['0x64', false]],
  ['eth_getLogs', [{ address: '0x1' }], [{ address: '0x1', fromBlock: '0x64', toBlock: '0x64' }]],
  [
    'eth_getLogs',
    [{ fromBlock: '0x1', toBlock: 'latest' }],
    [{ fromBlock: '0x1', toBlock: '0x64' }],
  ],
  ['eth_getLogs', [{ blockHash: '0xab' }], [{ blockHash: '0xab' }]],
  ['eth_chainId', [], []],
])('default: %s %j is of one block', (method, params, expected) => {
  expect(pinRequest({ method, params }, 100)).toEqual({ method, params: expected })
})

test('behavior: only reads are known', () => {
  expect(
    [
      'eth_call',
      'eth_getLogs',
      'eth_sendRawTransaction',
      'personal_sign',
      'anvil_setBalance',
      'toString',
    ].map(isRead),
  ).toEqual([true, true, false, false, false, false])
})
