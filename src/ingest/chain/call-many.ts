import { decodeErrorResult, decodeFunctionResult, encodeFunctionData, type Hex, isHex, parseAbi, size } from 'viem'
import { decodeAnswers, encodeCalls, type RawAnswer, type RawCall } from './aggregate.ts'
import type { Answer, Call } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'
import { type Complaint, classifyComplaint } from './classify-complaint.ts'
import { inGroups } from './in-groups.ts'
import type { BlockParameter, Pinned } from './pinned.ts'
import type { RpcReply, RpcRequest } from './rpc-exchange.ts'

/**
 * A chain takes what creates a contract only up to 48 KiB, and 24 KiB of what that returns; smaller pieces leave room for longer answers.
 */
const PIECE_CALLS = 200
const PIECE_BYTES = 40_000
const SMALLER = 4

type Place = RawCall & { index: number }

/** Many calls at one block: in pieces that the node runs at once, smaller ones where it refuses, alone where a call fails. */
export async function callMany(pinned: Pinned, calls: readonly Call[]): Promise<Answer[]> {
  const places = calls.map((call, index) => ({ index, target: call.target, input: encode(call) }))
  const raw: RawAnswer[] = []
  const alone: Place[] = []
  let pieces = toPieces(places, PIECE_CALLS)
  for (let calls = PIECE_CALLS; pieces.length > 0; calls = Math.floor(calls / SMALLER)) {
    const refused = await askPieces(pinned, pieces, raw)
    const smaller = Math.floor(calls / SMALLER)
    if (smaller < 2) alone.push(...refused)
    pieces = smaller < 2 ? [] : toPieces(refused, smaller)
  }
  // A call may fail because a neighbour ate the gas, so what failed is asked again by itself.
  for (const place of places) if (raw[place.index]?.ok === false) alone.push(place)
  const answers = calls.map((call, index) => decode(call, raw[index]))
  const replies = await pinned.ask({
    requests: alone.map(({ target, input }) => callRequest({ to: target, data: input })),
    check: checkAlone,
  })
  for (const [at, { index }] of alone.entries()) {
    const [call, reply] = [calls[index], replies[at]]
    if (call !== undefined && reply !== undefined) answers[index] = fromReply(call, reply)
  }
  return answers
}

/** Answers what can be answered and returns the calls of refused pieces. */
async function askPieces(pinned: Pinned, pieces: readonly Place[][], raw: RawAnswer[]): Promise<Place[]> {
  const replies = await pinned.ask({ requests: pieces.map((piece) => callRequest({ data: encodeCalls(piece) })) })
  return pieces.flatMap((piece, at) => {
    const reply = replies[at]
    const answers = reply?.ok === true ? decodeAnswers(reply.result as Hex, piece.length) : undefined
    if (answers === undefined) return piece
    for (const [place, { index }] of piece.entries()) raw[index] = answers[place] ?? { ok: false, output: '0x' }
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

/** Only the contract's own failure is an answer: a node that fails for other reasons is left for the next one. */
function checkAlone(reply: RpcReply, { host }: { host: string }): void {
  if (reply.ok || classifyComplaint(reply.complaint) === 'reverted') return
  throw new EndpointFault('refused', `${host} does not run a call: ${reply.complaint.message.slice(0, 100)}`)
}

function encode({ abi, args }: Call): Hex {
  return encodeFunctionData({ abi: [abi], functionName: abi.name, args: args ?? [] })
}

function decode({ abi, target }: Call, raw: RawAnswer | undefined): Answer {
  if (raw === undefined || !raw.ok) return { ok: false, error: `${abi.name} of ${target} was not answered` }
  if (raw.output === '0x' && abi.outputs.length > 0) return { ok: false, error: `there is no ${abi.name} at ${target}` }
  try {
    return { ok: true, value: decodeFunctionResult({ abi: [abi], functionName: abi.name, data: raw.output }) }
  } catch {
    return { ok: false, error: `${abi.name} of ${target} answers in another form than it should` }
  }
}

function fromReply(call: Call, reply: RpcReply): Answer {
  if (reply.ok) return decode(call, { ok: true, output: reply.result as Hex })
  return { ok: false, error: `${call.abi.name} of ${call.target} failed: ${reason(reply.complaint)}` }
}

function reason({ message, data }: Complaint): string {
  if (!isHex(data) || data === '0x') return message
  try {
    return String(decodeErrorResult({ abi: parseAbi(['error Error(string)', 'error Panic(uint256)']), data }).args[0])
  } catch {
    return message
  }
}
