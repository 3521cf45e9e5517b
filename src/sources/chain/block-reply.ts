import { type Hex, isHex } from 'viem'
import type { BlockRef } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'
import { classifyRpcError, type RpcReply, type RpcRequest } from './rpc-exchange.ts'

export function blockRequest(number: number | 'latest'): RpcRequest {
  return {
    method: 'eth_getBlockByNumber',
    params: [typeof number === 'number' ? toQuantity(number) : number, false],
  }
}

/** The result of a call is bytes; some nodes send null for a block that they lack. */
export function checkBytes(reply: RpcReply, { host }: { host: string }): void {
  if (!reply.ok || isHex(reply.result)) return
  if (reply.result === null)
    throw new EndpointFault('unknownBlock', `${host} gave no result of a call`)
  throw new EndpointFault('badAnswer', `${host} gave a result that is not bytes`)
}

export function toQuantity(value: number): Hex {
  return `0x${value.toString(16)}`
}

/** The block of a reply; undefined when the node has none there. */
export function findBlock(reply: RpcReply | undefined, host: string): BlockRef | undefined {
  if (reply === undefined) throw new EndpointFault('badAnswer', `${host} left a reply out`)
  if (!reply.ok) {
    if (classifyRpcError(reply.error) === 'unknownBlock') return undefined
    throw new EndpointFault('refused', `${host} does not give a block`)
  }
  if (reply.result === null) return undefined
  if (typeof reply.result !== 'object')
    throw new EndpointFault('badAnswer', `${host} gave something that is not a block`)
  const { number, hash, parentHash, timestamp } = reply.result as Record<string, unknown>
  if (!isHex(number) || !isHex(hash) || !isHex(parentHash) || !isHex(timestamp)) {
    const problem = 'gave a block without its number, hash, parent or time'
    throw new EndpointFault('badAnswer', `${host} ${problem}`)
  }
  return { number: Number(number), hash, parentHash, timestampSec: Number(timestamp) }
}

export function getBlock(reply: RpcReply | undefined, host: string): BlockRef {
  const block = findBlock(reply, host)
  if (block === undefined)
    throw new EndpointFault('unknownBlock', `${host} does not have the block`)
  return block
}
