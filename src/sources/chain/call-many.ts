import {
  type AbiFunction,
  concatHex,
  decodeErrorResult,
  decodeFunctionResult,
  encodeAbiParameters,
  type Hex,
  isHex,
  parseAbi,
  size,
  toFunctionSelector,
} from 'viem'
import { at } from '../../lib/at.ts'
import { toBatches } from '../../lib/batches.ts'
import { decodeResults, encodeCalls, type RawCall, type RawResult } from './aggregate.ts'
import { checkBytes } from './block-reply.ts'
import type { Call, CallResult } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'
import type { BlockParameter, PinnedClient } from './pinned-client.ts'
import { classifyRpcError, type RpcError, type RpcReply, type RpcRequest } from './rpc-exchange.ts'

/** A chain takes 48 KiB that create a contract, and 24 KiB of its result; this leaves some room. */
const CALLS_PER_BATCH = 200
const BYTES_PER_BATCH = 40_000
const SMALLER = 4

/** When no batch of any size ran this often in a row, calls are sent one by one from the start. */
const MAX_REFUSALS = 3

type Place = RawCall & { index: number }

/** What was learned about a chain's nodes. */
export interface CallMemory {
  /** How often in a row no batch was run. */
  refusals: number
}

/** Many calls at one block: batches that run as one, smaller where refused, alone where failed. */
export async function callMany(
  pinned: PinnedClient,
  calls: readonly Call[],
  memory: CallMemory,
): Promise<CallResult[]> {
  const selectors = new Map<AbiFunction, Hex>()
  const places = calls.map((call, index) => ({
    index,
    target: call.target,
    input: encode(call, selectors),
  }))
  const raw =
    memory.refusals < MAX_REFUSALS
      ? await callTogether(pinned, places)
      : new Map<number, RawResult>()
  if (calls.length > 1) memory.refusals = raw.size > 0 ? 0 : memory.refusals + 1
  // A call may fail because another one used up the gas, so what failed is sent again alone.
  const alone = places.filter(({ index }) => raw.get(index)?.ok !== true)
  const replies = await pinned.ask({
    requests: alone.map(({ target, input }) => callRequest({ to: target, data: input })),
    check: checkAlone,
  })
  const byIndex = new Map(alone.map(({ index }, position) => [index, at(replies, position)]))
  return calls.map(
    (call, index) => fromReply(call, byIndex.get(index)) ?? decode(call, raw.get(index)?.output),
  )
}

/** Answers by the index of the call; those of batches that are refused in every size are missing. */
async function callTogether(
  pinned: PinnedClient,
  places: readonly Place[],
): Promise<Map<number, RawResult>> {
  const raw = new Map<number, RawResult>()
  let left: readonly Place[] = places
  for (
    let calls = CALLS_PER_BATCH;
    calls > 1 && left.length > 1;
    calls = Math.floor(calls / SMALLER)
  ) {
    left = await sendBatches(pinned, splitCalls(left, calls), raw)
  }
  return raw
}

/** Adds the responses to `raw` and returns the calls of refused batches. */
async function sendBatches(
  pinned: PinnedClient,
  batches: readonly Place[][],
  raw: Map<number, RawResult>,
): Promise<Place[]> {
  const replies = await pinned.ask({
    requests: batches.map((batch) => callRequest({ data: encodeCalls(batch) })),
    check: checkBytes,
    agrees: (position, one, other) => batchesAgree(at(batches, position).length, one, other),
  })
  return batches.flatMap((batch, position) => {
    const reply = at(replies, position)
    const results = reply.ok ? decodeResults(reply.result as Hex, batch.length) : undefined
    if (results === undefined) return batch
    for (const [place, result] of results.entries()) raw.set(at(batch, place).index, result)
    return []
  })
}

/** Nodes allow different amounts of gas, so only calls that ran on both can contradict. */
function batchesAgree(calls: number, one: RpcReply, other: RpcReply): boolean {
  const left = one.ok ? decodeResults(one.result as Hex, calls) : undefined
  const right = other.ok && isHex(other.result) ? decodeResults(other.result, calls) : undefined
  if (left === undefined || right === undefined) return true
  return left.every(({ ok, output }, index) => {
    const second = at(right, index)
    return !ok || !second.ok || output === second.output
  })
}

function splitCalls(places: readonly Place[], calls: number): Place[][] {
  return toBatches(places, calls).flatMap((batch) => {
    const bytes = batch.reduce((sum, { input }) => sum + size(input) + 32, 0)
    const parts = Math.ceil(bytes / BYTES_PER_BATCH)
    return toBatches(batch, Math.max(1, Math.floor(batch.length / parts)))
  })
}

function callRequest(call: { to?: string; data: Hex }): (block: BlockParameter) => RpcRequest {
  return (block) => ({ method: 'eth_call', params: [call, block] })
}

/** Only the contract's own failure is a response; after any other the next node is asked. */
function checkAlone(reply: RpcReply, endpoint: { host: string }): void {
  checkBytes(reply, endpoint)
  const { host } = endpoint
  if (reply.ok || classifyRpcError(reply.error) === 'reverted') return
  const problem = reply.error.message.slice(0, 100)
  throw new EndpointFault('refused', `${host} does not run a call: ${problem}`)
}

/** Hashing a selector takes ten times as long as the rest, so it is done once per function. */
function encode({ abi, args }: Call, selectors: Map<AbiFunction, Hex>): Hex {
  const selector = selectors.getOrInsertComputed(abi, () => toFunctionSelector(abi))
  return concatHex([selector, encodeAbiParameters(abi.inputs, args ?? [])])
}

function decode({ abi, target }: Call, output: Hex = '0x'): CallResult {
  if (output === '0x' && abi.outputs.length > 0)
    return { ok: false, error: `there is no ${abi.name} at ${target}` }
  try {
    return {
      ok: true,
      value: decodeFunctionResult({ abi: [abi], functionName: abi.name, data: output }),
    }
  } catch {
    return { ok: false, error: `${abi.name} of ${target} responds in another form than it should` }
  }
}

function fromReply(call: Call, reply: RpcReply | undefined): CallResult | undefined {
  if (reply === undefined) return undefined
  if (reply.ok) return decode(call, reply.result as Hex)
  return { ok: false, error: `${call.abi.name} of ${call.target} failed: ${reason(reply.error)}` }
}

function reason({ message, data }: RpcError): string {
  if (!isHex(data) || data === '0x') return message
  try {
    return String(
      decodeErrorResult({ abi: parseAbi(['error Error(string)', 'error Panic(uint256)']), data })
        .args[0],
    )
  } catch {
    return message
  }
}
