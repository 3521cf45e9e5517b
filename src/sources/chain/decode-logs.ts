import { type AbiEvent, type Address, decodeEventLog, type Hex, toEventSelector } from 'viem'
import { at } from '../../lib/at.ts'
import type { Log, LogQuery } from './chain.ts'
import { EndpointFault } from './chain-errors.ts'

/** A log as nodes send it; many send the block's time along. */
export interface WireLog {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  blockTimestamp?: Hex | null
  transactionHash: Hex
  logIndex: Hex
  removed?: boolean
}

export type UntimedLog = Omit<Log, 'timestampSec'> & { timestampSec: number | undefined }

/** Logs of one range in the order of the chain, each once, decoded; other events are left out. */
export function decodeLogs(wire: readonly WireLog[], events: readonly AbiEvent[]): UntimedLog[] {
  const decoders = Map.groupBy(events.map(createEventDecoder), ({ selector }) => selector)
  const known = new Map<Hex, Set<Hex>>()
  const logs: UntimedLog[] = []
  for (const log of wire) {
    const ofBlock = known.get(log.blockHash) ?? new Set()
    if (ofBlock.has(log.logIndex)) continue
    known.set(log.blockHash, ofBlock.add(log.logIndex))
    const found = findEvent(log, decoders)
    if (found !== undefined) logs.push(toLog(log, found))
  }
  return logs.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
}

function findEvent(
  log: WireLog,
  decoders: ReadonlyMap<Hex, EventDecoder[]>,
): Pick<Log, 'event' | 'args'> | undefined {
  const [selector] = log.topics
  for (const { event, decode } of (selector && decoders.get(selector)) ?? []) {
    const args = decode(log)
    if (args !== undefined) return { event, args }
  }
  return undefined
}

function toLog(log: WireLog, { event, args }: Pick<Log, 'event' | 'args'>): UntimedLog {
  return {
    address: log.address.toLowerCase() as Address,
    event,
    args,
    block: Number(log.blockNumber),
    blockHash: log.blockHash,
    timestampSec: log.blockTimestamp == null ? undefined : Number(log.blockTimestamp),
    txHash: log.transactionHash,
    logIndex: Number(log.logIndex),
  }
}

/** A node that sends logs outside the query, or removed ones, is not trusted. */
export function checkLogs(
  wire: unknown,
  { fromBlock, toBlock, addresses }: LogQuery,
  host: string,
): asserts wire is WireLog[] {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  const isAsked = (log: WireLog): boolean =>
    typeof log.blockHash === 'string' &&
    log.removed !== true &&
    Number(log.blockNumber) >= fromBlock &&
    Number(log.blockNumber) <= toBlock &&
    (wanted.size === 0 || wanted.has(log.address.toLowerCase()))
  if (Array.isArray(wire) && wire.every(isAsked)) return
  throw new EndpointFault('badAnswer', `${host} sent logs that were not asked for`)
}

interface EncodedEvent {
  topics: readonly Hex[]
  data: Hex
}

interface EventDecoder {
  readonly event: string
  /** The first topic of such events. */
  readonly selector: Hex
  /** Arguments by name, addresses in lower case; undefined for another form of the same event. */
  decode(encoded: EncodedEvent): Record<string, unknown> | undefined
}

type ReadWord = (word: string) => unknown
type NamedWord = { name: string; read: ReadWord }

const WORD = 64

/** Nearly all events hold plain values only; reading them word by word is ten times as fast. */
export function createEventDecoder(event: AbiEvent): EventDecoder {
  const inputs = event.inputs.map((input, index) => ({
    ...input,
    name: input.name || String(index),
  }))
  const inTopics = inputs
    .filter(({ indexed }) => indexed)
    .map(({ name, type }) => ({ name, read: findWordReader(type) ?? asHash }))
  const inData = inputs
    .filter(({ indexed }) => !indexed)
    .map(({ name, type }) => ({ name, read: findWordReader(type) }))
  const head = { event: event.name, selector: toEventSelector(event) }
  if (!inData.every((one): one is NamedWord => one.read !== undefined))
    return { ...head, decode: (encoded) => decodeAny(event, encoded) }
  return {
    ...head,
    decode({ topics, data }) {
      if (topics.length !== inTopics.length + 1 || data.length < 2 + WORD * inData.length)
        return undefined
      const args: Record<string, unknown> = {}
      for (const [index, { name, read }] of inTopics.entries())
        args[name] = read(at(topics, index + 1).slice(2))
      for (const [index, { name, read }] of inData.entries())
        args[name] = read(data.slice(2 + WORD * index, 2 + WORD * (index + 1)))
      return args
    },
  }
}

/** How a value of one word is read; undefined for types that take more. */
function findWordReader(type: string): ReadWord | undefined {
  if (type === 'address') return (word) => `0x${word.slice(24).toLowerCase()}`
  if (type === 'bool') return (word) => BigInt(`0x${word}`) !== 0n
  const [, bytes] = /^bytes(\d+)$/.exec(type) ?? []
  if (bytes !== undefined) return (word) => `0x${word.slice(0, 2 * Number(bytes))}`
  const [, sign, bits] = /^(u?)int(\d*)$/.exec(type) ?? []
  if (sign === undefined) return undefined
  const toBigInt =
    sign === 'u'
      ? (word: string) => BigInt(`0x${word}`)
      : (word: string) => BigInt.asIntN(256, BigInt(`0x${word}`))
  // Small ones are numbers, as everywhere in viem.
  return Number(bits || 256) > 48 ? toBigInt : (word) => Number(toBigInt(word))
}

/** Of an indexed value longer than a word, the chain stores only the hash. */
function asHash(word: string): Hex {
  return `0x${word}`
}

function decodeAny(
  event: AbiEvent,
  { topics, data }: EncodedEvent,
): Record<string, unknown> | undefined {
  try {
    const { args } = decodeEventLog({ abi: [event], topics: [...topics] as [Hex, ...Hex[]], data })
    const addresses = new Set(
      event.inputs.flatMap(({ name, type }, index) =>
        type === 'address' ? [name || String(index)] : [],
      ),
    )
    const entries = Object.entries((args ?? {}) as Record<string, unknown>)
    return Object.fromEntries(
      entries.map(([name, value]) => [
        name,
        addresses.has(name) ? String(value).toLowerCase() : value,
      ]),
    )
  } catch {
    return undefined
  }
}
