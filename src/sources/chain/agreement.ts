import { classifyRpcError } from './rpc-error.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

type Comparable = (result: unknown) => unknown

const text: Comparable = (result) => String(result).toLowerCase()
const quantity: Comparable = (result) => BigInt(result as string)
/** Nodes add members of their own, so only those that all have are compared. */
const members =
  (...names: string[]): Comparable =>
  (result) =>
    result === null
      ? null
      : names.map((name) => String((result as Record<string, unknown>)[name]).toLowerCase())
const log = members('address', 'topics', 'data', 'blockHash', 'logIndex')
const logs: Comparable = (result) =>
  (result as unknown[]).map((one) => JSON.stringify(log(one))).sort()

/** What must be equal of two nodes' results; a method that is not listed is not compared. */
const COMPARED: Readonly<Record<string, Comparable>> = {
  eth_call: text,
  eth_getCode: text,
  eth_getStorageAt: quantity,
  eth_getBalance: quantity,
  eth_getTransactionCount: quantity,
  eth_getBlockByNumber: members('hash'),
  eth_getBlockByHash: members('hash'),
  eth_getLogs: logs,
  eth_getTransactionReceipt: members('blockHash', 'from', 'to', 'status'),
  eth_getTransactionByHash: members('blockHash', 'from', 'to', 'value', 'input'),
}

export function isCompared({ method }: RpcRequest): boolean {
  return Object.hasOwn(COMPARED, method)
}

/** Whether two nodes say the same; a node's own trouble, such as its limits, contradicts nobody. */
export function agree({ method }: RpcRequest, one: RpcReply, other: RpcReply): boolean {
  const compared = COMPARED[method]
  if (compared === undefined) return true
  if (one.ok && other.ok) {
    try {
      const [left, right] = [compared(one.result), compared(other.result)]
      return typeof left === 'object'
        ? JSON.stringify(left) === JSON.stringify(right)
        : left === right
    } catch {
      // A result that cannot be read is not what the other one says.
      return false
    }
  }
  if (!one.ok && !other.ok) return true
  const failed = one.ok ? other : one
  return failed.ok || classifyRpcError(failed.error) !== 'reverted'
}
