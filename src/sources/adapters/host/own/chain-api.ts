import { type AbiFunction, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { at } from '../../../../lib/at.ts'
import { rpcUrl } from '../../own-hosts.ts'
import { readFunctionAbi } from './abi.ts'
import { Balances, NATIVE } from './balances.ts'
import { ChainRpc, type ModuleCall, readCall } from './chain-rpc.ts'
import { type LogQuery, readLogs } from './logs.ts'

interface CallQuery {
  target: string
  abi: unknown
  params?: unknown
  permitFailure?: boolean
}

interface ManyQuery {
  abi: unknown
  calls: unknown[]
  target?: string
  permitFailure?: boolean
  /** Pairs of call and answer instead of responses alone. */
  withMetadata?: boolean
}

interface ListQuery {
  target: string
  lengthAbi?: unknown
  itemAbi: unknown
  startFrom?: number
  itemCount?: number
  /** Begin at 1 instead of 0. */
  startFromOne?: boolean
  permitFailure?: boolean
}

interface VaultQuery {
  calls: unknown[]
  tokenAbi?: string
  balanceAbi?: string
  /** As the standard names its members. */
  isOG4626?: boolean
  permitFailure?: boolean
}

/** The api where a checkout has no SDK (adapters.md#shapes-of-modules): a chain at one block. */
export class ChainApi extends Balances {
  readonly block: number
  /** Modules destructure it by this name. */
  readonly api: ChainApi
  readonly #rpc: ChainRpc

  constructor({ chain, block, timestamp }: { chain: string; block: number; timestamp: number }) {
    super({ chain, timestamp })
    this.block = block
    this.api = this
    this.#rpc = new ChainRpc(rpcUrl(chain))
  }

  async call(query: CallQuery): Promise<unknown> {
    const [output] = await this.#callAll([readCall(query, query)], query.permitFailure === true)
    return output
  }

  async multiCall(query: ManyQuery): Promise<unknown[]> {
    const calls = query.calls.map((call) => readCall(call, query))
    const outputs = await this.#callAll(calls, query.permitFailure === true)
    return query.withMetadata === true
      ? outputs.map((output, index) => ({ input: calls[index], success: output !== null, output }))
      : outputs
  }

  batchCall(queries: CallQuery[]): Promise<unknown[]> {
    const calls = queries.map((query) => readCall(query, query))
    return this.#callAll(calls, false)
  }

  async fetchList(query: ListQuery): Promise<unknown[]> {
    const first = query.startFrom ?? (query.startFromOne === true ? 1 : 0)
    const length =
      query.itemCount ?? Number(await this.call({ target: query.target, abi: query.lengthAbi }))
    const count = query.itemCount ?? (query.startFromOne === true ? length : length - first)
    const calls = Array.from({ length: Math.max(0, count) }, (_, index) => first + index)
    const { itemAbi: abi, target, permitFailure = false } = query
    return this.multiCall({ abi, target, calls, permitFailure })
  }

  /** Runs the code of a contract that is not deployed and returns its bytes. */
  async bytecodeCall(query: {
    bytecode: string
    inputTypes: string[]
    inputs: unknown[]
  }): Promise<unknown> {
    const words = parseAbiParameters(query.inputTypes.join(', ')) as readonly { type: string }[]
    const data = `${query.bytecode}${encodeAbiParameters(words, query.inputs).slice(2)}` as Hex
    return this.#rpc.request('eth_call', [{ data }, `0x${this.block.toString(16)}`])
  }

  async getBlock(): Promise<number> {
    return this.block
  }

  getLogs(query: LogQuery): Promise<unknown[]> {
    if (query.fromBlock === undefined) throw new Error('getLogs of api needs fromBlock')
    return readLogs(this.#rpc, {
      onlyArgs: false,
      ...query,
      fromBlock: query.fromBlock,
      toBlock: query.toBlock ?? this.block,
    })
  }

  async sumTokens(query: SumQuery): Promise<Record<string, string | number>> {
    for (const { token, held } of await readHoldings(this.#rpc, query, this.block))
      if (held !== null) this.add(token, held)
    return this.getBalances()
  }

  async erc4626Sum(query: VaultQuery): Promise<void> {
    const { calls, tokenAbi, balanceAbi, isOG4626 = false, permitFailure = false } = query
    const short = (abi: string, type: string) => (/[:(]/.test(abi) ? abi : `${type}:${abi}`)
    const tokenOf = short(tokenAbi ?? (isOG4626 ? 'asset' : 'token'), 'address')
    const balanceOf = short(balanceAbi ?? (isOG4626 ? 'totalAssets' : 'balance'), 'uint256')
    const tokens = await this.multiCall({ calls, abi: tokenOf, permitFailure })
    const balances = await this.multiCall({ calls, abi: balanceOf, permitFailure })
    for (const [index, token] of tokens.entries())
      if (typeof token === 'string' && balances[index] !== null) this.add(token, balances[index])
  }

  /** Messages for the module's author are dropped. */
  log(): void {}

  async #callAll(calls: readonly ModuleCall[], permitFailure: boolean): Promise<unknown[]> {
    const responses = await this.#rpc.callAll(calls, this.block)
    return responses.map((response) => {
      if (!(response instanceof Error)) return response.value
      if (permitFailure) return null
      throw response
    })
  }
}

interface SumQuery {
  token?: string
  tokens?: string[]
  owner?: string
  owners?: string[]
  tokensAndOwners?: [string, string][]
  /** Two lists of the same length. */
  tokensAndOwners2?: [string[], string[]]
  ownerTokens?: [string[], string][]
  blacklistedTokens?: string[]
  blacklistedOwners?: string[]
  permitFailure?: boolean
}

/** Every pair of token and owner, once each, without those on the blacklists. */
export function listPairs(query: SumQuery): [string, string][] {
  const [lefts, rights] = query.tokensAndOwners2 ?? [[], []]
  const owners = [...(query.owners ?? []), ...(query.owner === undefined ? [] : [query.owner])]
  const tokens = [...(query.tokens ?? []), ...(query.token === undefined ? [] : [query.token])]

  const pairs: [string, string][] = [
    ...(query.tokensAndOwners ?? []),
    ...lefts.map((token, index): [string, string] => [token, at(rights, index)]),
    ...tokens.flatMap((token) => owners.map((owner): [string, string] => [token, owner])),
    ...(query.ownerTokens ?? []).flatMap(([held, owner]) =>
      held.map((token): [string, string] => [token, owner]),
    ),
  ]
  const noTokens = new Set((query.blacklistedTokens ?? []).map((token) => token.toLowerCase()))
  const noOwners = new Set((query.blacklistedOwners ?? []).map((owner) => owner.toLowerCase()))
  const unique = new Map(
    pairs.map(([token, owner]) => [
      `${token}|${owner}`.toLowerCase(),
      [token.toLowerCase(), owner] as [string, string],
    ]),
  )
  return [...unique.values()].filter(
    ([token, owner]) => !noTokens.has(token) && !noOwners.has(owner.toLowerCase()),
  )
}

/** What each pair holds; null for a token that does not answer, where that is permitted. */
async function readHoldings(
  rpc: ChainRpc,
  query: SumQuery,
  block: number,
): Promise<{ token: string; held: bigint | null }[]> {
  const pairs = listPairs(query)
  const abi: AbiFunction = readFunctionAbi('erc20:balanceOf')
  const tag = `0x${block.toString(16)}`
  const native = pairs.filter(([token]) => token === NATIVE)
  const others = pairs.filter(([token]) => token !== NATIVE)
  const coins = await rpc.requestAll(
    native.map(([, owner]) => ({ method: 'eth_getBalance', params: [owner, tag] })),
  )
  const calls = others.map(([target, owner]) => ({ target, abi, args: [owner] }))
  const responses = await rpc.callAll(calls, block)
  const found = coins.map((response) => {
    if (response.error !== undefined)
      throw new Error(`balance of the chain's coin: ${response.error.message}`)
    return { token: NATIVE, held: BigInt(response.result as string) as bigint | null }
  })
  for (const [index, [token]] of others.entries()) {
    const response = at(responses, index)
    if (response instanceof Error && query.permitFailure !== true) throw response
    found.push({ token, held: response instanceof Error ? null : BigInt(response.value as string) })
  }
  return found
}
