import { DAY_SEC, dayStart, HOUR_SEC } from '../lib/clock.ts'
import { parseDuration } from '../lib/duration.ts'
import { type AlmanacError, invalidParameter } from '../lib/errors.ts'

/** A parameter of a path or query: how it is described, and how its text becomes a value. */
export interface Parameter<T> {
  readonly describe: string
  readonly schema: Record<string, unknown>
  readonly example: unknown
  /** The same for a clock: the example of a timestamp must be within the data that is served. */
  readonly exampleAt?: (nowSec: number) => unknown
  /** Set where the handler requires it; else the parser tells. */
  readonly required?: boolean
  /** Turns the text into a value, or throws a 400 that names the parameter and what is allowed. */
  parse(text: string | undefined, name: string): T
}

export type Parameters = Record<string, Parameter<unknown>>
export type ValuesOf<P> = { [N in keyof P]: P[N] extends Parameter<infer T> ? T : never }

const LATEST_UNIX_SEC = 4_294_967_295
/** The clock of examples where no other is known: the start of a UTC day. */
export const EXAMPLE_NOW_SEC = 1_760_054_400
const EXAMPLE_START_DAYS = 90
const EXAMPLE_TIMESTAMP_DAYS = 45
const EXAMPLE_HOUR = 15

/** An example for a clock; demo.md#examples. */
export function exampleOf(
  { example, exampleAt }: Pick<Parameter<unknown>, 'example' | 'exampleAt'>,
  nowSec: number,
): unknown {
  return exampleAt === undefined ? example : exampleAt(nowSec)
}

/** The example of a parameter that is a timestamp or holds some. */
export function timestampExample<T>(exampleAt: (nowSec: number) => T) {
  return { example: exampleAt(EXAMPLE_NOW_SEC), exampleAt }
}

/** A timestamp in the afternoon, some days before now. */
export function timestampBefore(nowSec: number, days = EXAMPLE_TIMESTAMP_DAYS): number {
  return dayStart(nowSec) - days * DAY_SEC + EXAMPLE_HOUR * HOUR_SEC
}

/** A required text, such as a slug in a path. */
export function text(describe: string, example: string): Parameter<string> {
  return {
    describe,
    example,
    schema: { type: 'string', maxLength: 30_000 },
    parse: (value, name) => required(value, name),
  }
}

export function optionalText(describe: string, example: string): Parameter<string | undefined> {
  return {
    describe,
    example,
    schema: { type: 'string' },
    parse: (value) => (value === '' ? undefined : value),
  }
}

/** `true` or `false`; absent means the default. */
export function flag(describe: string, byDefault = false): Parameter<boolean> {
  return {
    describe,
    example: !byDefault,
    schema: { type: 'boolean', default: byDefault },
    parse: (value, name) => {
      if (value === undefined || value === '') return byDefault
      if (value === 'true' || value === '1') return true
      if (value === 'false' || value === '0') return false
      throw mustBe(name, 'true or false', value)
    },
  }
}

/** A whole number within bounds; absent means the default. */
export function whole<D extends number | undefined>(
  describe: string,
  options: { min: number; max: number; byDefault: D; example: number },
): Parameter<number | D> {
  const { min, max, byDefault, example } = options
  const range = { type: 'integer', minimum: min, maximum: max }
  return {
    describe,
    example,
    schema: { ...range, ...(byDefault !== undefined && { default: byDefault }) },
    parse: (value, name) => {
      if (value === undefined || value === '') return byDefault
      const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN
      if (!(number >= min && number <= max))
        throw mustBe(name, `a whole number from ${min} to ${max}`, value)
      return number
    },
  }
}

/** A number, such as a confidence. */
export function decimal(
  describe: string,
  options: { min: number; max: number; example: number },
): Parameter<number | undefined> {
  return {
    describe,
    example: options.example,
    schema: { type: 'number', minimum: options.min, maximum: options.max },
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      const number = /^-?\d{0,15}(\.\d{1,15})?$/.test(value) ? Number(value) : Number.NaN
      if (!(number >= options.min && number <= options.max))
        throw mustBe(name, `a number from ${options.min} to ${options.max}`, value)
      return number
    },
  }
}

/** Unix seconds; a fraction is cut off, as clients of this field send one. */
export function unixTime(describe: string, exampleDaysAgo?: number): Parameter<number> {
  return {
    describe,
    ...timestampExample((nowSec) => timestampBefore(nowSec, exampleDaysAgo)),
    schema: { type: 'integer', minimum: 0, maximum: LATEST_UNIX_SEC },
    parse: (value, name) => parseUnix(required(value, name), name),
  }
}

/** A bound of a range in seconds; people write it as ISO 8601 too. */
export function optionalUnixTime(
  describe: string,
  exampleDaysAgo?: number,
): Parameter<number | undefined> {
  return {
    ...unixTime(describe, exampleDaysAgo),
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      const ms = parseIso(value)
      return ms === undefined ? parseUnix(value, name) : Math.floor(ms / 1000)
    },
  }
}

/** The same as the start of a range, so that its example is before that of the end. */
export function optionalStartTime(describe: string): Parameter<number | undefined> {
  return optionalUnixTime(describe, EXAMPLE_START_DAYS)
}

/** A timestamp as Unix seconds or ISO 8601, in milliseconds. */
export function optionalTimestamp(
  describe: string,
  exampleDaysAgo = 0,
): Parameter<number | undefined> {
  return {
    describe,
    ...timestampExample((nowSec) =>
      new Date((nowSec - exampleDaysAgo * DAY_SEC) * 1000).toISOString(),
    ),
    schema: { type: 'string' },
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      if (/^\d+(\.\d+)?$/.test(value)) return parseUnix(value, name) * 1000
      const ms = parseIso(value)
      if (ms !== undefined) return ms
      throw mustBe(name, 'Unix seconds or an ISO 8601 time from 1970 on', value)
    },
  }
}

/** A duration such as `4h`, `2d` or bare seconds, in seconds. */
export function optionalDuration(describe: string, example: string): Parameter<number | undefined> {
  return {
    describe,
    example,
    schema: { type: 'string', pattern: '^(\\d+(\\.\\d+)?)?[wdhmsWDHMS]?$' },
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      const seconds = parseDuration(value)
      if (seconds !== undefined && seconds > 0 && seconds <= LATEST_UNIX_SEC) return seconds
      throw mustBe(name, 'a duration such as 4h, 2d, 1w or a number of seconds', value)
    },
  }
}

/** One name from a fixed list; absent means the default. */
export function oneOf<const N extends string, const D extends N | undefined>(
  describe: string,
  names: readonly N[],
  byDefault: D,
  example: N | undefined = byDefault ?? names[0],
): Parameter<N | D> {
  return {
    describe,
    example,
    schema: { type: 'string', enum: names, ...(byDefault !== undefined && { default: byDefault }) },
    parse: (value, name) => {
      if (value === undefined || value === '') return byDefault
      const found = names.find((known) => known === value)
      if (found === undefined) throw mustBe(name, `one of ${names.join(', ')}`, value)
      return found
    },
  }
}

/** The same that must be there, such as in a path. */
export function requiredOneOf<const N extends string>(
  describe: string,
  names: readonly N[],
  example: N,
): Parameter<N> {
  return {
    ...oneOf(describe, names, undefined, example),
    parse: (value = '', name) => {
      const found = names.find((known) => known === value)
      if (found !== undefined) return found
      throw invalidParameter(name, `must be one of ${names.join(', ')}, not ${quote(value)}.`)
    },
  }
}

/** Names from a fixed list, comma-separated; absent means none. */
export function someOf<const N extends string>(
  describe: string,
  names: readonly N[],
): Parameter<ReadonlySet<N>> {
  return {
    describe,
    example: names[0],
    schema: { type: 'string' },
    parse: (value, name) => {
      const asked = (value ?? '').split(',').filter((part) => part !== '')
      const unknown = asked.find((part) => !names.includes(part as N))
      if (unknown !== undefined)
        throw invalidParameter(name, `takes ${names.join(', ')}, not ${quote(unknown)}.`)
      return new Set(asked as N[])
    },
  }
}

/** Names of members to keep in the response, comma-separated. */
export function fieldList(example = 'name,tvl'): Parameter<ReadonlySet<string> | undefined> {
  return {
    describe: 'Names of the members to keep, comma-separated. Absent: all.',
    example,
    schema: { type: 'string' },
    parse: (value) => {
      const names = (value ?? '').split(',').filter((part) => part !== '')
      return names.length === 0 ? undefined : new Set(names.slice(0, 100))
    },
  }
}

export function quote(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
}

function mustBe(name: string, expected: string, value: string): AlmanacError {
  return invalidParameter(name, `must be ${expected}, not ${quote(value)}.`)
}

function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw invalidParameter(name, 'is required.')
  return value
}

/** Milliseconds of an ISO 8601 time that is served. */
function parseIso(value: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN
  return ms >= 0 && ms <= LATEST_UNIX_SEC * 1000 ? ms : undefined
}

function parseUnix(value: string, name: string): number {
  const seconds = /^\d{1,12}(\.\d{1,9})?$/.test(value) ? Math.floor(Number(value)) : Number.NaN
  if (!(seconds <= LATEST_UNIX_SEC)) throw mustBe(name, 'Unix seconds, such as 1760000000', value)
  return seconds
}
