import { at } from '../../lib/at.ts'
import { ownMember } from '../../lib/records.ts'
import type { ChainReader } from '../chain/chain.ts'

export interface ForwardSetting {
  /** A chain at the block of that time; undefined without a configured node. */
  reader: (chain: string) => Promise<Pick<ChainReader, 'block' | 'forward'> | undefined>
  onRequests?: (count: number) => void
}

const MAX_REQUESTS = 1_000

/** Answers a module's JSON-RPC from the chain's nodes, pinned to one block. */
export async function forwardRpc(
  chain: string,
  body: string,
  setting: ForwardSetting,
): Promise<string> {
  const parsed = readRequests(body)
  const requests = Array.isArray(parsed) ? parsed : [parsed]
  const refused = requests.find(({ method }) => !isRead(method))
  if (refused !== undefined)
    throw new Error(`an adapter may only read: ${String(refused.method).slice(0, 60)} is refused`)
  const reader = await setting.reader(chain)
  if (reader === undefined) throw new Error(`no node is configured for the chain ${chain}`)
  setting.onRequests?.(requests.length)
  const { number } = reader.block
  const sent = requests
    .filter(({ method }) => method !== 'eth_blockNumber')
    .map((request) => pinRequest(request, number))
    .map(({ method, params = [] }) => ({ method, params }))
  const replies = sent.length === 0 ? [] : await reader.forward(sent)
  let next = 0
  const responses = requests.map(({ id, method }) => {
    if (method === 'eth_blockNumber')
      return { jsonrpc: '2.0', id, result: `0x${number.toString(16)}` }
    const reply = at(replies, next++)
    return reply.ok
      ? { jsonrpc: '2.0', id, result: reply.result }
      : { jsonrpc: '2.0', id, error: reply.error }
  })
  return JSON.stringify(Array.isArray(parsed) ? responses : responses[0])
}

function readRequests(body: string): RpcRequest | RpcRequest[] {
  const parsed = JSON.parse(body) as unknown
  const requests = Array.isArray(parsed) ? parsed : [parsed]
  const isValid = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    typeof (one as RpcRequest).method === 'string' &&
    ['undefined', 'object'].includes(typeof (one as RpcRequest).params)
  if (requests.length === 0 || requests.length > MAX_REQUESTS || !requests.every(isValid))
    throw new Error(`a message to a node must be 1 to ${MAX_REQUESTS} requests of JSON-RPC`)
  return parsed as RpcRequest | RpcRequest[]
}

interface RpcRequest {
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
  const place = ownMember(READS, request.method) ?? null
  if (place === null || !MOVING_TAGS.includes(params[place] as string | undefined)) return request
  while (params.length < place) params.push(null)
  params[place] = tag
  return { ...request, params }
}

export function isRead(method: string): boolean {
  return Object.hasOwn(READS, method)
}
