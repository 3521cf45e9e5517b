import type { ChainSettings } from './chain.ts'
import { BlockReplaced, EndpointFault, type FaultKind, NoEndpoint } from './chain-errors.ts'
import { type ChainDependencies, LIMITS, type Meter } from './chain-means.ts'
import { createEndpoint, type Endpoint } from './endpoint.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/**
 * Behind one address there may be several nodes, and one of them a moment behind: a block that is
 * missing is asked for again.
 */
const BLOCK_CHANCES = 2
const BLOCK_WAIT_MS = 1_000

export interface Question<Answer> {
  /** The requests, in the form that this endpoint understands. */
  requests(endpoint: Endpoint): readonly RpcRequest[]
  /**
   * Turns replies into the answer; an EndpointFault thrown here sends the question to the next
   * endpoint.
   */
  answer(replies: readonly RpcReply[], endpoint: Endpoint): Answer
  meter?: Meter
  /**
   * Faults that the question itself is to blame for: they are thrown at once and not held against
   * the endpoint.
   */
  own?: readonly FaultKind[]
  /** The block that is read, for the error when every endpoint has another one in its place. */
  blockNumber?: number
}

/** What became of a question so far. */
interface Tries {
  /**
   * Endpoints that lack the block or have another one there: they will not change their minds at
   * once.
   */
  excluded: Set<Endpoint>
  faults: EndpointFault[]
  deadlineMs: number
  blockChances: number
}

/** All endpoints of a chain. */
export interface EndpointPool {
  readonly chain: string
  readonly endpoints: readonly Endpoint[]
  /**
   * Asks the best endpoint that is well, then the others; waits for those that rest as long as it
   * is allowed to.
   */
  ask<Answer>(question: Question<Answer>): Promise<Answer>
  /**
   * Asks every endpoint that is well at the same time; those that fail are left out. At least one
   * answers, or it throws.
   */
  askAll<Answer>(question: Question<Answer>): Promise<{ endpoint: Endpoint; answer: Answer }[]>
}

export function createEndpointPool(
  settings: ChainSettings,
  dependencies: ChainDependencies & { signal: AbortSignal },
): EndpointPool {
  const { clock, sleep, signal } = dependencies
  const { maxWaitMs } = { ...LIMITS, ...dependencies.limits }
  const endpoints = settings.endpoints.map((url) => createEndpoint(url, settings, dependencies))

  /** The first that is well; one that lags comes last, because it still knows older blocks. */
  function findNext(excluded: ReadonlySet<Endpoint>): Endpoint | undefined {
    const well = endpoints.filter((endpoint) => endpoint.isUsable() && !excluded.has(endpoint))
    return well.find((endpoint) => !endpoint.isLagging()) ?? well[0]
  }

  /** Waits until an endpoint has rested; false: none will in time. */
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
          await endpoint.send(question.requests(endpoint), question.meter),
          endpoint,
        ),
      }
    } catch (error) {
      if (!(error instanceof EndpointFault) || question.own?.includes(error.kind) === true)
        throw error
      if (error.kind === 'unknownBlock') endpoint.noteLagging(error.message)
      else endpoint.noteFault(error)
      return { fault: error }
    }
  }

  /**
   * Whether it is worth looking for an endpoint once more, after waiting for one that rests or for
   * a block that may still come.
   */
  async function waitForBetter(tries: Tries): Promise<boolean> {
    if (await waitForRest(tries.excluded, tries.deadlineMs)) return true
    if (tries.faults.at(-1)?.kind !== 'unknownBlock' || tries.blockChances === 0 || signal.aborted)
      return false
    tries.blockChances--
    tries.excluded.clear()
    await sleep(BLOCK_WAIT_MS)
    return true
  }

  async function ask<Answer>(question: Question<Answer>): Promise<Answer> {
    const tries: Tries = {
      excluded: new Set(),
      faults: [],
      deadlineMs: clock.nowMs() + maxWaitMs,
      blockChances: BLOCK_CHANCES,
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
        if (['unknownBlock', 'otherFork'].includes(attempted.fault.kind))
          tries.excluded.add(endpoint)
      }
    } while (await waitForBetter(tries))
    throw toError(settings.chain, tries.faults, question.blockNumber)
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
    // None was well just now: the first that gets better speaks alone.
    return [
      await ask({
        ...question,
        answer: (replies, endpoint) => ({ endpoint, answer: question.answer(replies, endpoint) }),
      }),
    ]
  }

  return { chain: settings.chain, endpoints, ask, askAll }
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
