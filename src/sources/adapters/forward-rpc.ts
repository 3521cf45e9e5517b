import { at } from '../../lib/at.ts'
import type { ChainReader } from '../chain/chain.ts'
import { isRead, pinRequest, type RpcRequest } from './pin-request.ts'

export interface ForwardSetting {
  /** A chain at the block of the moment; undefined without a configured node. */
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
  const answers = requests.map(({ id, method }) => {
    if (method === 'eth_blockNumber')
      return { jsonrpc: '2.0', id, result: `0x${number.toString(16)}` }
    const reply = at(replies, next++)
    return reply.ok
      ? { jsonrpc: '2.0', id, result: reply.result }
      : { jsonrpc: '2.0', id, error: reply.error }
  })
  return JSON.stringify(Array.isArray(parsed) ? answers : answers[0])
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
