import { parseArgs } from 'node:util'
import { at } from '../../src/lib/at.ts'
import type { Report } from '../support/report.ts'

const USAGE =
  'usage: npm run torture -- [requests|kills|disk|clock …] [--requests N] [--kills N] [--lanes N] [--jumps N] [--minutes N] [--seed N]'
const MINUTE_MS = 60_000

const DEFAULTS = {
  requests: 100_000,
  kills: 1_000,
  jumps: 40,
  /** Processes that are worked with and killed at the same time. */
  lanes: 2,
  /** No request and no kill begins after so many minutes of its part. */
  minutes: 120,
  /** The same seed sends the same requests. */
  seed: 1,
}

export type TortureOptions = Readonly<typeof DEFAULTS>

/** Counts of the command line, and the parts that are wanted; none means all. */
export function parseOptions(args: string[]): { parts: string[]; options: TortureOptions } {
  const names = Object.keys(DEFAULTS)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  })
  const given = Object.entries(values).map(([name, value]) => {
    const number = Number(value)
    if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name}: ${USAGE}`)
    return [name, number]
  })
  return { parts: positionals, options: { ...DEFAULTS, ...Object.fromEntries(given) } }
}

/** When a share of a part ends at the latest. */
export function untilMs(startedMs: number, { minutes }: TortureOptions, share = 1): number {
  return startedMs + share * minutes * MINUTE_MS
}

const SHOWN_OF_EACH = 5

/** What went wrong in one part, told as it is found and counted by kinds at the end. */
export class Problems {
  readonly #times = new Map<string, number>()

  get count(): number {
    return this.#countOf(/(?:)/)
  }

  get all(): string {
    return [...this.#times.keys()].join(', ') || 'none'
  }

  /** Where the same was found often, the first ones are shown. */
  note(problem: string, where?: string): void {
    const times = (this.#times.get(problem) ?? 0) + 1
    this.#times.set(problem, times)
    if (times <= SHOWN_OF_EACH)
      console.log(where === undefined ? `  ${problem}` : `  ${where}: ${problem}`)
  }

  /** Adds the counts of each kind. */
  write(report: Report, kinds: Readonly<Record<string, RegExp>>): void {
    for (const [what, pattern] of Object.entries(kinds)) report.none(what, this.#countOf(pattern))
  }

  #countOf(pattern: RegExp): number {
    const found = [...this.#times].filter(([problem]) => pattern.test(problem))
    return found.reduce((sum, [, times]) => sum + times, 0)
  }
}

export const ANY_PROBLEM = { 'problems of any kind': /(?:)/ }

/** Choices that are the same again for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<T>(values: readonly T[]): T {
    return at(values, this.int(0, values.length - 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** Any bytes, as text in which each character is one byte. */
  bytes(count: number): string {
    return Array.from({ length: count }, () => String.fromCharCode(this.int(0, 255))).join('')
  }
}
