import { withoutControls } from '../../../lib/without-controls.ts'
import type { Plain } from '../messages.ts'
import { MAX_VALUES, ProtocolError } from './frames.ts'

/** JSON has no words for these values: they travel as `{ "$": kind, "value": text }`. */
type Tagged = { $: 'bigint' | 'number' | 'undefined' | 'object'; value?: unknown }

const MAX_DEPTH = 32
const MAX_TEXT = 100_000
const MAX_KEY = 4_000
/** Longer than any number of a chain; reading digits takes time that grows faster than they do. */
const INTEGER = /^-?\d{1,100}$/
const NUMBERS = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])

/** A value as JSON has it; throws for what the other end would refuse. */
export function packPlain(value: unknown): unknown {
  if (value === undefined) return { $: 'undefined' } satisfies Tagged
  if (typeof value === 'string' && value.length > MAX_TEXT)
    throw new Error(`the response holds a text of more than ${MAX_TEXT} characters`)
  if (typeof value === 'bigint') {
    const digits = value.toString()
    if (!INTEGER.test(digits))
      throw new Error('the response holds a number of more than 100 digits')
    return { $: 'bigint', value: digits } satisfies Tagged
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    return { $: 'number', value: String(value) } satisfies Tagged
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(packPlain)
  const packed = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [checkKey(key), packPlain(part)]),
  )
  return Object.hasOwn(value, '$') ? ({ $: 'object', value: packed } satisfies Tagged) : packed
}

function checkKey(key: string): string {
  if (key.length > MAX_KEY)
    throw new Error(`the response holds a name of more than ${MAX_KEY} characters`)
  return key
}

/** The value again. The JSON may be hostile: everything is counted and checked. */
export function unpackPlain(json: unknown): Plain {
  let left = 2 * MAX_VALUES
  const visit = (item: unknown, depth: number): Plain => {
    if (--left < 0 || depth > MAX_DEPTH) throw new ProtocolError('a response that is too large')
    if (typeof item === 'string') return checkText(item)
    if (typeof item !== 'object' || item === null) return item as Plain
    if (Array.isArray(item)) return item.map((part) => visit(part, depth + 1))
    const visitAll = (record: object) =>
      Object.fromEntries(
        Object.entries(record).map(([key, part]) => [
          checkText(key, MAX_KEY),
          visit(part, depth + 1),
        ]),
      )
    return Object.hasOwn(item, '$') ? untag(item as Tagged, visitAll) : visitAll(item)
  }
  return visit(json, 0)
}

function untag({ $, value }: Tagged, visitAll: (record: object) => Plain): Plain {
  if ($ === 'undefined') return undefined
  if ($ === 'bigint' && typeof value === 'string' && INTEGER.test(value)) return BigInt(value)
  if ($ === 'number' && typeof value === 'string' && NUMBERS.has(value)) return NUMBERS.get(value)
  if ($ === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return visitAll(value)
  throw new ProtocolError('a value of an unknown kind')
}

/** Terminals obey control characters, so none gets further than this. */
function checkText(text: string, maxLength = MAX_TEXT): string {
  if (text.length > maxLength) throw new ProtocolError('a text that is too long')
  return withoutControls(text)
}
