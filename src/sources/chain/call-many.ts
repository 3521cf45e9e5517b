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
import { decodeAnswers, encodeCalls, type RawAnswer, type RawCall } from './aggregate.ts'
import type { Answer, Call } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'
import { type Complaint, classifyComplaint } from './classify-complaint.ts'
import { inGroups } from './in-groups.ts'
import type { BlockParameter, Pinned } from './pinned.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/**
 * A chain takes what creates a contract only up to 48 KiB, and 24 KiB of what that returns; smaller
 * pieces leave room for longer answers.
 */
const PIECE_CALLS = 200
const PIECE_BYTES = 40_000
const SMALLER = 4

/**
 * After so many times that a node ran no piece of any size, calls are asked one by one from the
 * start.
 */
const REFUSALS_BELIEVED = 3

type Place = RawCall & { index: number }

/** What was learned about a chain's nodes. */
export interface CallMemory {
  /** How often in a row no piece was run. */
  refusals: number
}

/**
 * Many calls at one block: in pieces that the node runs at once, smaller ones where it refuses,
 * alone where a call fails.
 */
export async function callMany(
  pinned: Pinned,
  calls: readonly Call[],
  memory: CallMemory,
): Promise<Answer[]> {
  const selectors = new Map<AbiFunction, Hex>()
  const places = calls.map((call, index) => ({
    index,
    target: call.target,
    input: encode(call, selectors),
  }))
  const raw =
    memory.refusals < REFUSALS_BELIEVED
      ? await callTogether(pinned, places)
      : new Map<number, RawAnswer>()
  if (calls.length > 1) memory.refusals = raw.size > 0 ? 0 : memory.refusals + 1
  // A call may fail because a neighbour ate the gas, so what failed is asked again by itself.
  const alone = places.filter(({ index }) => raw.get(index)?.ok !== true)
  const replies = await pinned.ask({
    requests: alone.map(({ target, input }) => callRequest({ to: target, data: input })),
    check: checkAlone,
  })
  const byIndex = new Map(alone.map(({ index }, at) => [index, replies[at]]))
  return calls.map(
    (call, index) => fromReply(call, byIndex.get(index)) ?? decode(call, raw.get(index)?.output),
  )
}

/**
 * What nodes answer to pieces, by the places of the calls; those of pieces that are refused in
 * every size are missing.
 */
async function callTogether(
  pinned: Pinned,
  places: readonly Place[],
): Promise<Map<number, RawAnswer>> {
  const raw = new Map<number, RawAnswer>()
  let left: readonly Place[] = places
  for (let calls = PIECE_CALLS; calls > 1 && left.length > 1; calls = Math.floor(calls / SMALLER)) {
    left = await askPieces(pinned, toPieces(left, calls), raw)
  }
  return raw
}

/** Answers what can be answered and returns the calls of refused pieces. */
async function askPieces(
  pinned: Pinned,
  pieces: readonly Place[][],
  raw: Map<number, RawAnswer>,
): Promise<Place[]> {
  const replies = await pinned.ask({
    requests: pieces.map((piece) => callRequest({ data: encodeCalls(piece) })),
  })
  return pieces.flatMap((piece, at) => {
    const reply = replies[at]
    const answers =
      reply?.ok === true ? decodeAnswers(reply.result as Hex, piece.length) : undefined
    if (answers === undefined) return piece
    for (const [place, answer] of answers.entries()) raw.set(piece[place]?.index ?? -1, answer)
    return []
  })
}

function toPieces(places: readonly Place[], calls: number): Place[][] {
  return inGroups(places, calls).flatMap((group) => {
    const bytes = group.reduce((sum, { input }) => sum + size(input) + 32, 0)
    return inGroups(group, Math.max(1, Math.floor(group.length / Math.ceil(bytes / PIECE_BYTES))))
  })
}

function callRequest(call: { to?: string; data: Hex }): (block: BlockParameter) => RpcRequest {
  return (block) => ({ method: 'eth_call', params: [call, block] })
}

/**
 * Only the contract's own failure is an answer: a node that fails for other reasons is left for the
 * next one.
 */
function checkAlone(reply: RpcReply, { host }: { host: string }): void {
  if (reply.ok || classifyComplaint(reply.complaint) === 'reverted') return
  throw new EndpointFault(
    'refused',
    `${host} does not run a call: ${reply.complaint.message.slice(0, 100)}`,
  )
}

/**
 * Making the selector of a function takes ten times as long as everything else, so it is made once
 * for all calls of it.
 */
function encode({ abi, args }: Call, selectors: Map<AbiFunction, Hex>): Hex {
  const selector = selectors.get(abi) ?? toFunctionSelector(abi)
  selectors.set(abi, selector)
  return concatHex([selector, encodeAbiParameters(abi.inputs, args ?? [])])
}

function decode({ abi, target }: Call, output: Hex = '0x'): Answer {
  if (output === '0x' && abi.outputs.length > 0)
    return { ok: false, error: `there is no ${abi.name} at ${target}` }
  try {
    return {
      ok: true,
      value: decodeFunctionResult({ abi: [abi], functionName: abi.name, data: output }),
    }
  } catch {
    return { ok: false, error: `${abi.name} of ${target} answers in another form than it should` }
  }
}

function fromReply(call: Call, reply: RpcReply | undefined): Answer | undefined {
  if (reply === undefined) return undefined
  if (reply.ok) return decode(call, reply.result as Hex)
  return {
    ok: false,
    error: `${call.abi.name} of ${call.target} failed: ${reason(reply.complaint)}`,
  }
}

function reason({ message, data }: Complaint): string {
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
