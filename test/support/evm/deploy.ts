import { setTimeout as delay } from 'node:timers/promises'
import { type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import type { Anvil } from './anvil.ts'
import type { Compiled } from './compile.ts'

/**
 * The first account of every anvil: it has 10,000 of the chain's own coin and sends everything
 * here.
 */
export const DEPLOYER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const POLL_MS = 5
const MINING_TIMEOUT_MS = 30_000

export interface Deployed extends Compiled {
  address: Address
}

export interface Receipt {
  status: Hex
  transactionHash: Hex
  blockNumber: Hex
  contractAddress: Address | null
}

/** Puts a contract on a chain that makes a block per transaction. */
export async function deploy(
  anvil: Anvil,
  contract: Compiled,
  args: readonly unknown[] = [],
): Promise<Deployed> {
  const { abi, bytecode } = contract
  const { contractAddress } = await transact(anvil, {
    data: encodeDeployData({ abi, bytecode, args }),
  })
  if (contractAddress === null) throw new Error(`${contract.name} has no address.`)
  return { ...contract, address: contractAddress }
}

export interface Sent {
  functionName: string
  args?: readonly unknown[]
  /**
   * Who sends it, if not the first account: one of anvil's accounts or one it was told to
   * impersonate.
   */
  from?: Address
  /** Sent along of the chain's own coin, in its smallest units. */
  value?: bigint
}

/** Calls a function in a transaction of its own and waits for its block. */
export async function send(
  anvil: Anvil,
  contract: Deployed,
  { functionName, args = [], from, value }: Sent,
): Promise<Receipt> {
  const data = encodeFunctionData({ abi: contract.abi, functionName, args })
  return transact(anvil, {
    to: contract.address,
    data,
    ...(from && { from }),
    ...(value !== undefined && { value: `0x${value.toString(16)}` }),
  })
}

/** Sends the transaction without waiting for a block: for chains that are mined by hand. */
export function submit(anvil: Anvil, transaction: Record<string, unknown>): Promise<Hex> {
  return anvil.rpc<Hex>('eth_sendTransaction', [
    { from: DEPLOYER, gas: '0xb71b00', ...transaction },
  ])
}

async function transact(anvil: Anvil, transaction: Record<string, unknown>): Promise<Receipt> {
  const receipt = await getReceipt(anvil, await submit(anvil, transaction))
  if (receipt.status !== '0x1')
    throw new Error(`The transaction ${receipt.transactionHash} was reverted.`)
  return receipt
}

/** The node makes the block shortly after it has taken the transaction. */
async function getReceipt(anvil: Anvil, hash: Hex): Promise<Receipt> {
  for (let waitedMs = 0; waitedMs < MINING_TIMEOUT_MS; waitedMs += POLL_MS) {
    const receipt = await anvil.rpc<Receipt | null>('eth_getTransactionReceipt', [hash])
    if (receipt !== null) return receipt
    await delay(POLL_MS)
  }
  throw new Error(
    'The transaction is in no block: start the chain with automatic mining, or use submit and mine.',
  )
}
