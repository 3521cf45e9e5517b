import { expect, test } from 'vitest'
import { readFunctionAbi, toModuleValue } from './abi.ts'
import { listPairs } from './chain-api.ts'
import { readCall } from './chain-rpc.ts'

test.each([
  ['uint256:totalSupply', 'totalSupply', [], ['uint256']],
  ['address[]:getAll', 'getAll', [], ['address[]']],
  ['erc20:balanceOf', 'balanceOf', ['address'], ['uint256']],
  [
    'function f(uint256 id) external view returns (address a, uint8 b)',
    'f',
    ['uint256'],
    ['address', 'uint8'],
  ],
  ['f(address) view returns (tuple(uint256 x, bool y))', 'f', ['address'], ['tuple']],
])('default: %s', (text, name, inputs, outputs) => {
  const abi = readFunctionAbi(text)
  expect([
    abi.name,
    abi.inputs.map(({ type }) => type),
    abi.outputs.map(({ type }) => type),
  ]).toEqual([name, inputs, outputs])
})

test('behavior: responses are text where they are numbers, and have the names of their parts', () => {
  const { outputs } = readFunctionAbi(
    'function f() view returns (uint256 amount, (address who, uint8[] counts) item)',
  )
  const value = toModuleValue([5n, { who: '0x1', counts: [1, 2] }], outputs) as unknown[] & {
    amount: string
    item: unknown[] & { who: string; counts: string[] }
  }
  expect([value[0], value.amount, value.item.who, value.item.counts, value.item[1]]).toEqual([
    '5',
    '5',
    '0x1',
    ['1', '2'],
    ['1', '2'],
  ])
  expect(toModuleValue(7n, readFunctionAbi('uint256:x').outputs)).toBe('7')
})

test('behavior: what a plain item of a call list means', () => {
  const abi = 'function f(uint256) view returns (uint256)'
  expect(readCall('0xT', { abi: 'uint256:x' })).toMatchObject({ target: '0xT', args: [] })
  expect(readCall(5, { abi, target: '0xT' })).toMatchObject({ target: '0xT', args: [5] })
  expect(readCall({ target: '0xU', params: 6 }, { abi })).toMatchObject({
    target: '0xU',
    args: [6],
  })
  expect(readCall({ params: [7] }, { abi, target: '0xT' })).toMatchObject({
    target: '0xT',
    args: [7],
  })
  expect(() => readCall({ params: [7] }, { abi })).toThrow('a call of f needs a target')
})

test('behavior: pairs of tokens and owners from every way to write them, once each', () => {
  expect(
    listPairs({
      tokens: ['0xA', '0xB'],
      owners: ['0x1'],
      owner: '0x2',
      tokensAndOwners: [['0xa', '0x1']],
      tokensAndOwners2: [['0xC'], ['0x3']],
      ownerTokens: [[['0xD'], '0x4']],
      blacklistedTokens: ['0xb'],
      blacklistedOwners: ['0x4'],
    }),
  ).toEqual([
    ['0xa', '0x1'],
    ['0xc', '0x3'],
    ['0xa', '0x2'],
  ])
})

test('error: an abi that cannot be read is named', () => {
  expect(() => readFunctionAbi('function (((')).toThrow(/the abi "function \(\(\(" cannot be read/)
})
