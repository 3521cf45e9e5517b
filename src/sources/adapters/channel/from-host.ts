import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { HostResult, Outline, Part } from '../messages.ts'
import { CHANNEL_LIMITS, type Frame, MAX_VALUES, ProtocolError } from './frames.ts'
import { unpackPlain } from './plain-json.ts'

const name = Type.String({ maxLength: 1_000 })
const object = <Members extends Record<string, TSchema>>(members: Members) =>
  Type.Object(members, { additionalProperties: false })
const header = Type.Tuple([name, Type.String({ maxLength: 64 * 1024 })])
const part = object({ chain: name, section: name, version: name, value: Type.Unknown() })
const message = Type.String({ maxLength: CHANNEL_LIMITS.messageLength })

const HostRequest = object({
  type: Type.Literal('request'),
  id: Type.Integer({ minimum: 1, maximum: CHANNEL_LIMITS.requests }),
  method: Type.String({ pattern: '^[A-Z]{1,20}$' }),
  url: Type.String({ maxLength: CHANNEL_LIMITS.urlLength }),
  headers: Type.Array(header, { maxItems: 200 }),
})

const FromHost = Type.Union([
  object({ type: Type.Literal('ready') }),
  HostRequest,
  object({ type: Type.Literal('failed'), message }),
  object({
    type: Type.Literal('done'),
    result: object({
      outline: Type.Record(Type.String(), Type.Unknown()),
      isEntry: Type.Boolean(),
      parts: Type.Array(part, { maxItems: 100_000 }),
      sdk: Type.Union([name, Type.Null()]),
    }),
  }),
])

export type HostRequest = Static<typeof HostRequest>

type Received = Static<typeof FromHost>
type ReceivedResult = Extract<Received, { type: 'done' }>['result']

export type FromHost = Exclude<Received, { type: 'done' }> | { type: 'done'; result: HostResult }

/** A message of an adapter's process; throws a ProtocolError for anything else. */
export function readFromHost({ json, bytes }: Frame): FromHost {
  if (countValues(json) > 2 * MAX_VALUES) throw new ProtocolError('a response that is too large')
  const message = parse(json)
  if (!Value.Check(FromHost, message)) throw new ProtocolError('a message of an unknown form')
  if (message.type !== 'done' && json.length > CHANNEL_LIMITS.smallJsonBytes)
    throw new ProtocolError('a message that is too long')
  if (message.type !== 'request' && bytes.length > 0)
    throw new ProtocolError('bytes that belong to nothing')
  return message.type === 'done' ? { type: 'done', result: toResult(message.result) } : message
}

function parse(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    throw new ProtocolError('a message that is not JSON')
  }
}

/** An upper bound: small values take far more memory parsed than written. */
function countValues(json: Buffer): number {
  let count = 0
  for (const byte of json) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count++
  return count
}

function toResult({ outline, isEntry, parts, sdk }: ReceivedResult): HostResult {
  const unpacked = unpackPlain(outline)
  // An outline that is tagged may unpack to anything.
  if (typeof unpacked !== 'object' || unpacked === null || Array.isArray(unpacked))
    throw new ProtocolError('a message of an unknown form')
  return {
    outline: unpacked as Record<string, Outline>,
    isEntry,
    parts: parts.map((part): Part => ({ ...part, value: unpackPlain(part.value) })),
    sdk,
  }
}
