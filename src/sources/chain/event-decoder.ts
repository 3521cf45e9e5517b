import { type AbiEvent, decodeEventLog, type Hex, toEventSelector } from 'viem'
import { at } from '../../lib/at.ts'

export interface EncodedEvent {
  topics: readonly Hex[]
  data: Hex
}

export interface EventDecoder {
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
