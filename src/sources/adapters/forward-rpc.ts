import { at } from '../../lib/at.ts'
import { isRead, pinRequest, type RpcRequest } from './pin-request.ts'

export interface ForwardSetting {
  /** Addresses of a chain's nodes, the preferred one first; empty if not configured. */
  endpoints: (chain: string) => readonly string[]
  /** The block of the moment on a chain. */
  pinnedBlock: (chain: string) => Promise<number>
  fetch: typeof fetch
}

const MIN_ATTEMPTS = 3
const TIMEOUT_MS = 60_000

/** Sends a module's JSON-RPC to a chain's nodes until one answers, pinned to one block. */
export async function forwardRpc(
  chain: string,
  body: string,
  setting: ForwardSetting,
): Promise<{ answer: string; roundTrips: number }> {
  const parsed = JSON.parse(body) as RpcRequest | RpcRequest[]
  const requests = Array.isArray(parsed) ? parsed : [parsed]
  const refused = requests.find(({ method }) => !isRead(method))
  if (refused !== undefined)
    throw new Error(`an adapter may only read: ${String(refused.method).slice(0, 60)} is refused`)
  const endpoints = setting.endpoints(chain)
  if (endpoints.length === 0) throw new Error(`no node is configured for the chain ${chain}`)
  const block = await setting.pinnedBlock(chain)
  const own = requests.filter(({ method }) => method === 'eth_blockNumber')
  const sent = requests
    .filter(({ method }) => method !== 'eth_blockNumber')
    .map((request) => pinRequest(request, block))
  const { answers, roundTrips } =
    sent.length === 0 ? { answers: [], roundTrips: 0 } : await ask(endpoints, sent, setting.fetch)
  const all = [
    ...answers,
    ...own.map(({ id }) => ({ jsonrpc: '2.0', id, result: `0x${block.toString(16)}` })),
  ]
  return { answer: JSON.stringify(Array.isArray(parsed) ? all : all[0]), roundTrips }
}

async function ask(
  endpoints: readonly string[],
  requests: RpcRequest[],
  send: typeof fetch,
): Promise<{ answers: unknown[]; roundTrips: number }> {
  const body = JSON.stringify(requests.length === 1 ? requests[0] : requests)
  let lastError = ''
  for (let attempt = 0; attempt < Math.max(MIN_ATTEMPTS, endpoints.length); attempt++) {
    const endpoint = at(endpoints, attempt % endpoints.length)
    try {
      const response = await send(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`status ${response.status}`)
      const answers = JSON.parse(text) as unknown
      return { answers: Array.isArray(answers) ? answers : [answers], roundTrips: attempt + 1 }
    } catch (error) {
      // Only the host: paths and queries of endpoints contain keys.
      lastError = `${new URL(endpoint).host}: ${error instanceof Error ? error.message : error}`
    }
  }
  throw new Error(`no node answered; the last one was ${lastError}`)
}
