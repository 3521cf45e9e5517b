import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { rpcUrl } from '../../own-hosts.ts'
import { Balances } from './balances.ts'
import { ChainRpc, type ModuleCall, readCall } from './chain-rpc.ts'
import { type LogQuery, readLogs } from './logs.ts'
import { readHoldings, type SumQuery } from './sum-tokens.ts'

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
  /** Pairs of call and answer instead of answers alone. */
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

/** The api of a module whose checkout has no SDK (semantics 11.1): one chain at one block. */
export class ChainApi {
  readonly chain: string
  readonly block: number
  readonly timestamp: number
  /** Modules destructure it by this name. */
  readonly api: ChainApi
  readonly #rpc: ChainRpc
  readonly #ledger: Balances

  constructor({ chain, block, timestamp }: { chain: string; block: number; timestamp: number }) {
    this.chain = chain
    this.block = block
    this.timestamp = timestamp
    this.api = this
    this.#rpc = new ChainRpc(rpcUrl(chain))
    this.#ledger = new Balances({ chain, timestamp })
  }

  async call(query: CallQuery): Promise<unknown> {
    const [answer] = await this.#rpc.callAll([readCall(query, query)], this.block)
    if (!(answer instanceof Error)) return answer?.value
    if (query.permitFailure === true) return null
    throw answer
  }

  async multiCall(query: ManyQuery): Promise<unknown[]> {
    const calls = query.calls.map((call) => readCall(call, query))
    const outputs = await this.#callAll(calls, query.permitFailure === true)
    return query.withMetadata === true
      ? outputs.map((output, index) => ({ input: calls[index], success: output !== null, output }))
      : outputs
  }

  batchCall(queries: CallQuery[]): Promise<unknown[]> {
    return this.#callAll(
      queries.map((query) => readCall(query, query)),
      false,
    )
  }

  async fetchList(query: ListQuery): Promise<unknown[]> {
    const first = query.startFrom ?? (query.startFromOne === true ? 1 : 0)
    const length =
      query.itemCount ?? Number(await this.call({ target: query.target, abi: query.lengthAbi }))
    const count = query.itemCount ?? (query.startFromOne === true ? length : length - first)
    const calls = Array.from({ length: Math.max(0, count) }, (_, index) => first + index)
    return this.multiCall({
      abi: query.itemAbi,
      target: query.target,
      calls,
      permitFailure: query.permitFailure ?? false,
    })
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

  async erc4626Sum({
    calls,
    tokenAbi,
    balanceAbi,
    isOG4626 = false,
    permitFailure = false,
  }: VaultQuery): Promise<void> {
    const short = (abi: string, type: string) => (/[:(]/.test(abi) ? abi : `${type}:${abi}`)
    const tokenOf = short(tokenAbi ?? (isOG4626 ? 'asset' : 'token'), 'address')
    const balanceOf = short(balanceAbi ?? (isOG4626 ? 'totalAssets' : 'balance'), 'uint256')
    const tokens = await this.multiCall({ calls, abi: tokenOf, permitFailure })
    const balances = await this.multiCall({ calls, abi: balanceOf, permitFailure })
    for (const [index, token] of tokens.entries())
      if (typeof token === 'string' && balances[index] !== null) this.add(token, balances[index])
  }

  add(...given: Parameters<Balances['add']>): void {
    this.#ledger.add(...given)
  }
  addToken(...given: Parameters<Balances['addToken']>): void {
    this.#ledger.addToken(...given)
  }
  addTokens(...given: Parameters<Balances['addTokens']>): void {
    this.#ledger.addTokens(...given)
  }
  addGasToken(...given: Parameters<Balances['addGasToken']>): void {
    this.#ledger.addGasToken(...given)
  }
  addAggregatorToken(...given: Parameters<Balances['addAggregatorToken']>): void {
    this.#ledger.addAggregatorToken(...given)
  }
  addCGToken(...given: Parameters<Balances['addCGToken']>): void {
    this.#ledger.addCGToken(...given)
  }
  addTokenVannila(...given: Parameters<Balances['addTokenVannila']>): void {
    this.#ledger.addTokenVannila(...given)
  }
  addUSDValue(...given: Parameters<Balances['addUSDValue']>): void {
    this.#ledger.addUSDValue(...given)
  }
  addBalances(...given: Parameters<Balances['addBalances']>): void {
    this.#ledger.addBalances(...given)
  }
  removeTokenBalance(token: string): void {
    this.#ledger.removeTokenBalance(token)
  }
  getBalances(): Record<string, string | number> {
    return this.#ledger.getBalances()
  }
  getUSDValue(): Promise<number> {
    return this.#ledger.getUSDValue()
  }
  /** Messages for the module's author are dropped. */
  log(): void {}

  async #callAll(calls: readonly ModuleCall[], permitFailure: boolean): Promise<unknown[]> {
    const answers = await this.#rpc.callAll(calls, this.block)
    return answers.map((answer) => {
      if (!(answer instanceof Error)) return answer.value
      if (permitFailure) return null
      throw answer
    })
  }
}
