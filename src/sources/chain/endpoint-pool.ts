import type { ChainSettings } from './chain.ts'
import { type ChainDependencies, LIMITS, type Meter } from './chain-dependencies.ts'
import { BlockReplaced, EndpointFault, type FaultKind, NoEndpoint } from './chain-errors.ts'
import { createEndpoint, type Endpoint } from './endpoint.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/** An address may hide several nodes, one of them slightly behind: a missing block is retried. */
const MAX_BLOCK_RETRIES = 2
const BLOCK_WAIT_MS = 1_000
/** After these the same endpoint would answer the same. */
const LASTING: readonly FaultKind[] = ['unknownBlock', 'unknownState', 'otherFork', 'tooLarge']

export interface Question<Answer> {
  /** The requests, in the form that this endpoint understands. */
  requests(endpoint: Endpoint): readonly RpcRequest[]
  /** Turns replies into the answer; after an EndpointFault the next endpoint is asked. */
  answer(replies: readonly RpcReply[], endpoint: Endpoint): Answer
  meter?: Meter
  /** Faults caused by the question itself: thrown at once, without effect on the endpoint. */
  own?: readonly FaultKind[]
  /** How large the answer may be, if less than usual. */
  maxBytes?: number
  /** Written by a third-party module: its requests may fail through no fault of the node. */
  isForeign?: boolean
  /** The block that is read, for the error when every endpoint has another one in its place. */
  blockNumber?: number
}

/** The state of a question that is being asked. */
interface Tries {
  /** Endpoints that lack the block or have another one at its height. */
  excluded: Set<Endpoint>
  faults: EndpointFault[]
  deadlineMs: number
  blockRetries: number
}

/** All endpoints of a chain. */
export interface EndpointPool {
  readonly chain: string
  readonly endpoints: readonly Endpoint[]
  /** How many nodes must agree; unless required, nodes that cannot be asked are not missed. */
  readonly quorum: { count: number; isRequired: boolean }
  /** Asks the best healthy endpoint, then the others; waits for those that back off. */
  ask<Answer>(question: Question<Answer>): Promise<Answer>
  /** The same, with a second look at the answer: one that is contradicted is asked for elsewhere. */
  askConfirmed<Answer>(
    question: Question<Answer>,
    confirm: (answer: Answer, by: Endpoint) => Promise<void>,
  ): Promise<Answer>
  /** Asks all healthy endpoints in parallel and leaves out those that fail; throws if all do. */
  askAll<Answer>(question: Question<Answer>): Promise<{ endpoint: Endpoint; answer: Answer }[]>
}

export function createEndpointPool(
  settings: ChainSettings,
  dependencies: ChainDependencies & { signal: AbortSignal },
): EndpointPool {
  const { clock, sleep, signal } = dependencies
  const { maxWaitMs } = { ...LIMITS, ...dependencies.limits }
  const endpoints = settings.endpoints.map((url) => createEndpoint(url, settings, dependencies))

  /** The first healthy one; one that lags comes last, because it still knows older blocks. */
  function findNext(excluded: ReadonlySet<Endpoint>): Endpoint | undefined {
    const healthy = endpoints.filter((endpoint) => endpoint.isUsable() && !excluded.has(endpoint))
    return healthy.find((endpoint) => !endpoint.isLagging()) ?? healthy[0]
  }

  /** Waits until an endpoint may be asked again; false: none will in time. */
  async function waitForRest(
    excluded: ReadonlySet<Endpoint>,
    deadlineMs: number,
  ): Promise<boolean> {
    const soonestMs = Math.min(
      ...endpoints
        .filter((endpoint) => !excluded.has(endpoint))
        .map((endpoint) => endpoint.restsUntilMs),
    )
    if (soonestMs > deadlineMs || signal.aborted) return false
    await sleep(Math.max(1, soonestMs - clock.nowMs()))
    return !signal.aborted
  }

  /** One endpoint's answer, or the fault that sends the question to the next. */
  async function attempt<Answer>(
    endpoint: Endpoint,
    question: Question<Answer>,
  ): Promise<{ answer: Answer } | { fault: EndpointFault }> {
    try {
      return {
        answer: question.answer(
          await endpoint.send(question.requests(endpoint), question.meter, question.maxBytes),
          endpoint,
        ),
      }
    } catch (error) {
      if (!(error instanceof EndpointFault) || question.own?.includes(error.kind) === true)
        throw error
      if (isOfRequest(question, error)) return { fault: error }
      if (error.kind === 'unknownBlock') endpoint.noteLagging(error.message)
      else endpoint.noteFault(error)
      return { fault: error }
    }
  }

  /** Waits for an endpoint that backs off, or for a missing block; false: do not try again. */
  async function waitForBetter(tries: Tries): Promise<boolean> {
    if (await waitForRest(tries.excluded, tries.deadlineMs)) return true
    if (tries.faults.at(-1)?.kind !== 'unknownBlock' || tries.blockRetries === 0 || signal.aborted)
      return false
    tries.blockRetries--
    tries.excluded.clear()
    await sleep(BLOCK_WAIT_MS)
    return true
  }

  async function ask<Answer>(question: Question<Answer>): Promise<Answer> {
    const tries: Tries = {
      excluded: new Set(),
      faults: [],
      deadlineMs: clock.nowMs() + maxWaitMs,
      blockRetries: MAX_BLOCK_RETRIES,
    }
    do {
      for (
        let endpoint = findNext(tries.excluded);
        endpoint !== undefined;
        endpoint = findNext(tries.excluded)
      ) {
        const attempted = await attempt(endpoint, question)
        if ('answer' in attempted) return attempted.answer
        tries.faults.push(attempted.fault)
        if (LASTING.includes(attempted.fault.kind)) tries.excluded.add(endpoint)
      }
    } while (await waitForBetter(tries))
    throw toError(settings.chain, tries.faults, question.blockNumber)
  }

  async function askConfirmed<Answer>(
    question: Question<Answer>,
    confirm: (answer: Answer, by: Endpoint) => Promise<void>,
  ): Promise<Answer> {
    for (let left = endpoints.length; ; left--) {
      const { answer, endpoint } = await ask({
        ...question,
        answer: (replies, by) => ({ answer: question.answer(replies, by), endpoint: by }),
      })
      try {
        await confirm(answer, endpoint)
        return answer
      } catch (error) {
        if (!(error instanceof EndpointFault) || error.kind !== 'contradicted' || left === 0)
          throw error
      }
    }
  }

  async function askAll<Answer>(
    question: Question<Answer>,
  ): Promise<{ endpoint: Endpoint; answer: Answer }[]> {
    const usable = endpoints.filter((endpoint) => endpoint.isUsable())
    const attempts = await Promise.all(
      usable.map(async (endpoint) => ({ endpoint, ...(await attempt(endpoint, question)) })),
    )
    const answers = attempts.flatMap((one) =>
      'answer' in one ? [{ endpoint: one.endpoint, answer: one.answer }] : [],
    )
    if (answers.length > 0) return answers
    // None is healthy right now: the first that recovers answers alone.
    return [
      await ask({
        ...question,
        answer: (replies, endpoint) => ({ endpoint, answer: question.answer(replies, endpoint) }),
      }),
    ]
  }

  const quorum = {
    count: Math.min(settings.quorum ?? 2, endpoints.length),
    isRequired: settings.quorum !== undefined,
  }
  return { chain: settings.chain, endpoints, quorum, ask, askConfirmed, askAll }
}

/** Whether a fault is about what was requested; it then says nothing bad of the node. */
function isOfRequest({ isForeign = false }: Question<unknown>, { kind }: EndpointFault): boolean {
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
