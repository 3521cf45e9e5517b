import { type AbiFunction, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { at } from '../../../../lib/at.ts'
import { readFunctionAbi, toModuleValue } from './abi.ts'

const BATCH_SIZE = 200

export interface ModuleCall {
  target: string
  abi: AbiFunction
  args: readonly unknown[]
}

interface CallResult {
  id: number
  result?: unknown
  error?: { message?: string }
}

/** JSON-RPC with the nodes of a chain, through the gateway. */
export class ChainRpc {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    const [response] = await this.requestAll([{ method, params }])
    if (response === undefined || 'error' in response)
      throw new Error(`${method}: ${response?.error?.message ?? 'no response'}`)
    return response.result
  }

  /** Many requests in few round trips; an error stays with its request. */
  async requestAll(
    requests: readonly { method: string; params: readonly unknown[] }[],
  ): Promise<CallResult[]> {
    const responses: CallResult[] = []
    for (let from = 0; from < requests.length; from += BATCH_SIZE) {
      const batch = requests
        .slice(from, from + BATCH_SIZE)
        .map((request, id) => ({ jsonrpc: '2.0', id, ...request }))
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      })
      if (!response.ok) throw new Error(`${await response.text()}`)
      const given = (await response.json()) as CallResult[]
      const byId = new Map(given.map((response) => [response.id, response]))
      responses.push(
        ...batch.map(({ id }) => byId.get(id) ?? { id, error: { message: 'no response' } }),
      )
    }
    return responses
  }

  /** Calls of contracts at a block; a call that fails gives an error in its place. */
  async callAll(
    calls: readonly ModuleCall[],
    block: number,
  ): Promise<(Error | { value: unknown })[]> {
    const tag = `0x${block.toString(16)}`
    const responses = await this.requestAll(
      calls.map(({ target, abi, args }) => {
        const data = encodeFunctionData({ abi: [abi], functionName: abi.name, args })
        return { method: 'eth_call', params: [{ to: target, data }, tag] }
      }),
    )
    return calls.map((call, index) => decode(call, at(responses, index)))
  }
}

function decode({ target, abi }: ModuleCall, response: CallResult): Error | { value: unknown } {
  const what = `${abi.name} of ${target}`
  if (response.error !== undefined)
    return new Error(`${what}: ${response.error.message ?? 'no response'}`)
  try {
    const decoded = decodeFunctionResult({
      abi: [abi],
      functionName: abi.name,
      data: response.result as Hex,
    })
    return { value: toModuleValue(decoded, abi.outputs) }
  } catch {
    return new Error(
      `${what}: the response does not fit the abi; is it a contract on this chain at this block?`,
    )
  }
}

/** A call as modules write it: a target, with or without parameters, which may be one value. */
export function readCall(
  call: unknown,
  shared: { target?: string | undefined; abi: unknown },
): ModuleCall {
  const abi = readFunctionAbi(shared.abi)
  const isParameters = typeof call !== 'object' || call === null
  const given = (isParameters ? {} : call) as { target?: string; params?: unknown }
  // A plain item is the target, or the parameter when one target is shared.
  const target =
    given.target ?? (isParameters && shared.target === undefined ? String(call) : shared.target)
  const params = isParameters ? (shared.target === undefined ? undefined : call) : given.params
  if (target === undefined) throw new Error(`a call of ${abi.name} needs a target`)
  return {
    target,
    abi,
    args: params === undefined || params === null ? [] : Array.isArray(params) ? params : [params],
  }
}
