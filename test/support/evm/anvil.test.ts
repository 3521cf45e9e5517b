import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from './anvil.ts'
import { compileContract } from './compile.ts'
import { DEPLOYER, deploy, send } from './deploy.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ timestampSec: 1_600_000_000, blockTimeSec: 10 })
})
afterAll(() => anvil.stop())

test('default: a contract is deployed, called and read, at times that are known before', async () => {
  const token = await deploy(anvil, await compileContract('token.sol', 'Token'), [
    'Example',
    'EXA',
    6,
  ])
  await send(anvil, token, { functionName: 'mint', args: [DEPLOYER, 2_500_000n] })
  const data = encodeFunctionData({ abi: token.abi, functionName: 'balanceOf', args: [DEPLOYER] })
  const response = await anvil.rpc<Hex>('eth_call', [{ to: token.address, data }, 'latest'])
  expect(decodeFunctionResult({ abi: token.abi, functionName: 'balanceOf', data: response })).toBe(
    2_500_000n,
  )
  const block = await anvil.rpc<{ number: Hex; timestamp: Hex }>('eth_getBlockByNumber', [
    'latest',
    false,
  ])
  // Genesis, then one block for each of the two transactions.
  expect([Number(block.number), Number(block.timestamp)]).toEqual([2, 1_600_000_000 + 2 * 10])
})

test('behavior: the same steps make the same chain', async () => {
  const hashes = await Promise.all(
    [1, 2].map(async () => {
      const chain = await startAnvil({ chainId: 7 })
      await deploy(chain, await compileContract('token.sol', 'Token'), ['Example', 'EXA', 18])
      const { hash } = await chain.rpc<{ hash: Hex }>('eth_getBlockByNumber', ['0x1', false])
      await chain.stop()
      return hash
    }),
  )
  expect(hashes[0]).toBe(hashes[1])
})

test('error: a node that cannot start says why', async () => {
  await expect(startAnvil({ args: ['--no-such-option'] })).rejects.toThrow(
    /anvil did not start[\s\S]*no-such-option/,
  )
})
