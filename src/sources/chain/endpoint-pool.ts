import { type ChainDependencies, type ChainSettings, LIMITS, type Meter } from './chain.ts'
import { BlockReplaced, EndpointFault, type FaultKind, NoEndpoint } from './chain-errors.ts'
import { Endpoint } from './endpoint.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/** A URL may hide several nodes, one of them slightly behind: a missing block is retried. */
const MAX_BLOCK_RETRIES = 2
const BLOCK_WAIT_MS = 1_000
/** After these the same endpoint would answer the same. */
const LASTING: readonly FaultKind[] = ['unknownBlock', 'unknownState', 'otherFork', 'tooLarge']

export interface ChainRequest<CallResult> {
  /** The requests, in the form that this endpoint understands. */
  requests(endpoint: Endpoint): readonly RpcRequest[]
  /** Turns replies into the response; after an EndpointFault the next endpoint is asked. */
  result(replies: readonly RpcReply[], endpoint: Endpoint): CallResult
  meter?: Meter
  /** Faults caused by the request itself: thrown at once, without effect on the endpoint. */
  own?: readonly FaultKind[]
  /** How large the response may be, if less than usual. */
  maxBytes?: number
  /** Written by a third-party module: its requests may fail through no fault of the node. */
  isForeign?: boolean
  /** The block that is read, for the error when every endpoint has another one in its place. */
  blockNumber?: number
}

/** The state of a request that is being asked. */
interface Tries {
  /** Endpoints that lack the block or have another one at its height. */
  excluded: Set<Endpoint>
  faults: EndpointFault[]
  deadlineMs: number
  blockRetries: number
}

export class EndpointPool {
  readonly chain: string
  readonly endpoints: readonly Endpoint[]
  /** How many nodes must agree; unless required, nodes that cannot be asked are not missed. */
  readonly quorum: { count: number; isRequired: boolean }
  readonly #with: ChainDependencies & { signal: AbortSignal }
  readonly #maxWaitMs: number

  constructor(settings: ChainSettings, dependencies: ChainDependencies & { signal: AbortSignal }) {
    this.chain = settings.chain
    this.endpoints = settings.endpoints.map((url) => new Endpoint(url, settings, dependencies))
    this.quorum = {
      count: Math.min(settings.quorum ?? 2, this.endpoints.length),
      isRequired: settings.quorum !== undefined,
    }
    this.#with = dependencies
    this.#maxWaitMs = { ...LIMITS, ...dependencies.limits }.maxWaitMs
  }

  /** Asks the best healthy endpoint, then the others; waits for those that back off. */
  async ask<CallResult>(request: ChainRequest<CallResult>): Promise<CallResult> {
    const tries: Tries = {
      excluded: new Set(),
      faults: [],
      deadlineMs: this.#with.clock.nowMs() + this.#maxWaitMs,
      blockRetries: MAX_BLOCK_RETRIES,
    }
    do {
      for (
        let endpoint = this.#findNext(tries.excluded);
        endpoint !== undefined;
        endpoint = this.#findNext(tries.excluded)
      ) {
        const attempted = await attempt(endpoint, request)
        if ('result' in attempted) return attempted.result
        tries.faults.push(attempted.fault)
        if (LASTING.includes(attempted.fault.kind)) tries.excluded.add(endpoint)
      }
    } while (await this.#waitForBetter(tries))
    throw toError(this.chain, tries.faults, request.blockNumber)
  }

  /** The same with a second look: a contradicted response is requested from another endpoint. */
  async askConfirmed<CallResult>(
    request: ChainRequest<CallResult>,
    confirm: (result: CallResult, by: Endpoint) => Promise<void>,
  ): Promise<CallResult> {
    for (let left = this.endpoints.length; ; left--) {
      const { result, endpoint } = await this.#askOne(request)
      try {
        await confirm(result, endpoint)
        return result
      } catch (error) {
        if (!(error instanceof EndpointFault) || error.kind !== 'contradicted' || left === 0)
          throw error
      }
    }
  }

  /** Asks all healthy endpoints in parallel and leaves out those that fail; throws if all do. */
  async askAll<CallResult>(
    request: ChainRequest<CallResult>,
  ): Promise<{ endpoint: Endpoint; result: CallResult }[]> {
    const usable = this.endpoints.filter((endpoint) => endpoint.isUsable())
    const attempts = await Promise.all(
      usable.map(async (endpoint) => ({ endpoint, ...(await attempt(endpoint, request)) })),
    )
    const results = attempts.flatMap((one) =>
      'result' in one ? [{ endpoint: one.endpoint, result: one.result }] : [],
    )
    // Where none is healthy right now, the first that recovers responds alone.
    return results.length > 0 ? results : [await this.#askOne(request)]
  }

  /** A response with the endpoint that it is from. */
  #askOne<CallResult>(
    request: ChainRequest<CallResult>,
  ): Promise<{ endpoint: Endpoint; result: CallResult }> {
    return this.ask({
      ...request,
      result: (replies, endpoint) => ({ endpoint, result: request.result(replies, endpoint) }),
    })
  }

  /** The first healthy one; one that lags comes last, because it still knows older blocks. */
  #findNext(excluded: ReadonlySet<Endpoint>): Endpoint | undefined {
    const healthy = this.endpoints.filter(
      (endpoint) => endpoint.isUsable() && !excluded.has(endpoint),
    )
    return healthy.find((endpoint) => !endpoint.isLagging()) ?? healthy[0]
  }

  /** Waits for an endpoint that backs off, or for a missing block; false: do not try again. */
  async #waitForBetter(tries: Tries): Promise<boolean> {
    if (await this.#waitForRecovery(tries)) return true
    const isMissing = tries.faults.at(-1)?.kind === 'unknownBlock'
    if (!isMissing || tries.blockRetries === 0 || this.#with.signal.aborted) return false
    tries.blockRetries--
    tries.excluded.clear()
    await this.#with.sleep(BLOCK_WAIT_MS)
    return true
  }

  /** Waits until an endpoint may be asked again; false: none will in time. */
  async #waitForRecovery({ excluded, deadlineMs }: Tries): Promise<boolean> {
    const { clock, sleep, signal } = this.#with
    const soonestMs = Math.min(
      ...this.endpoints
        .filter((endpoint) => !excluded.has(endpoint))
        .map((endpoint) => endpoint.restsUntilMs),
    )
    if (soonestMs > deadlineMs || signal.aborted) return false
    await sleep(Math.max(1, soonestMs - clock.nowMs()))
    return !signal.aborted
  }
}

/** One endpoint's response, or the fault that sends the request to the next. */
async function attempt<CallResult>(
  endpoint: Endpoint,
  request: ChainRequest<CallResult>,
): Promise<{ result: CallResult } | { fault: EndpointFault }> {
  const { meter, maxBytes, own } = request
  try {
    const replies = await endpoint.send(request.requests(endpoint), meter, maxBytes)
    return { result: request.result(replies, endpoint) }
  } catch (error) {
    if (!(error instanceof EndpointFault) || own?.includes(error.kind) === true) throw error
    if (isOfRequest(request, error)) return { fault: error }
    if (error.kind === 'unknownBlock') endpoint.noteLagging(error.message)
    else endpoint.noteFault(error)
    return { fault: error }
  }
}

/** Whether a fault is about what was requested; it then says nothing bad of the node. */
function isOfRequest(
  { isForeign = false }: ChainRequest<unknown>,
  { kind }: EndpointFault,
): boolean {
  return kind === 'unknownState' || (isForeign && kind === 'tooLarge')
}

function toError(
  chain: string,
  faults: readonly EndpointFault[],
  blockNumber: number | undefined,
): Error {
  const isReplaced = faults.some(({ kind }) => kind === 'otherFork')
  if (isReplaced && blockNumber !== undefined) return new BlockReplaced(chain, blockNumber)
  return new NoEndpoint(chain, faults.at(-1)?.message ?? 'none is fit for use at present')
}
