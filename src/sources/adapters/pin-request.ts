import { ownMember } from '../../lib/records.ts'

export interface RpcRequest {
  jsonrpc?: string
  id?: unknown
  method: string
  params?: readonly unknown[]
}

/** Methods that only read, with the index of their block parameter; null without one. */
const READS: Readonly<Record<string, number | null>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_feeHistory: 1,
  eth_getLogs: null,
  eth_blockNumber: null,
  eth_chainId: null,
  net_version: null,
  web3_clientVersion: null,
  eth_gasPrice: null,
  eth_getBlockByHash: null,
  eth_getTransactionByHash: null,
  eth_getTransactionReceipt: null,
}

const MOVING_TAGS = ['latest', 'safe', 'finalized', 'pending', undefined, null]

/** Replaces the newest block in a request by the pinned one, so that all reads are of one block. */
export function pinRequest(request: RpcRequest, block: number): RpcRequest {
  const params = [...(request.params ?? [])]
  const tag = `0x${block.toString(16)}`
  if (request.method === 'eth_getLogs') {
    const filter = { ...((params[0] ?? {}) as Record<string, unknown>) }
    if (filter.blockHash === undefined) {
      if (MOVING_TAGS.includes(filter.fromBlock as string | undefined)) filter.fromBlock = tag
      if (MOVING_TAGS.includes(filter.toBlock as string | undefined)) filter.toBlock = tag
    }
    return { ...request, params: [filter, ...params.slice(1)] }
  }
  const place = ownMember(READS, request.method)
  if (
    place === undefined ||
    place === null ||
    !MOVING_TAGS.includes(params[place] as string | undefined)
  )
    return request
  while (params.length < place) params.push(null)
  params[place] = tag
  return { ...request, params }
}

export function isRead(method: string): boolean {
  return Object.hasOwn(READS, method)
}
