import { suggest } from '../../../lib/suggest.ts'
import { findPeriod, findTimestamp, type Period } from './calendar-time.ts'

/** What is wrong with a member, and the way to it from the top. */
export interface Problem {
  path: readonly (string | number)[]
  problem: string
}

/** A problem in a line. */
export function problemLine({ path, problem }: Problem): string {
  return `${path.join('.')} ${problem}`.trim()
}

const LARGEST_NUMBER = 1e18

/** Members that a person wrote. A wrong one is noted as a problem, with a stand-in nobody uses. */
export class ObjectMembers {
  readonly #members: Record<string, unknown>
  readonly #path: readonly (string | number)[]
  readonly #problems: Problem[]

  /** `allowed` are all names it may have: any other is a slip of the pen. */
  constructor(
    value: unknown,
    path: readonly (string | number)[],
    problems: Problem[],
    allowed: readonly string[],
  ) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    this.#members = isObject ? { ...value } : {}
    this.#path = path
    this.#problems = problems
    if (!isObject) this.fail(undefined, 'must be an object')
    for (const name of Object.keys(this.#members)) {
      if (allowed.includes(name)) continue
      const near = suggest(name, allowed)
      this.fail(
        name,
        near.length > 0
          ? `is unknown; did you mean ${near.join(' or ')}?`
          : `is unknown; the members are ${allowed.join(', ')}`,
      )
    }
  }

  /** Notes a problem with a member, or with the object itself. */
  fail(name: string | undefined, problem: string): void {
    this.#problems.push({ path: name === undefined ? this.#path : [...this.#path, name], problem })
  }

  has(name: string): boolean {
    return this.#members[name] !== undefined
  }

  text(name: string, max: number): string {
    const value = this.#members[name]
    if (typeof value === 'string' && value.trim() !== '' && value.length <= max) return value
    this.#refuse(name, `a text of 1 to ${max} characters`)
    return ''
  }

  oneOf<const N extends string>(name: string, allowed: readonly N[]): N | undefined {
    const value = this.#members[name]
    const found = allowed.find((candidate) => candidate === value)
    if (found === undefined) this.#refuse(name, `one of ${allowed.join(', ')}`)
    return found
  }

  /** A number above 0. */
  amount(name: string, max = LARGEST_NUMBER): number {
    const value = this.#members[name]
    if (typeof value === 'number' && value > 0 && value <= max) return value
    this.#refuse(name, `a number above 0 and up to ${max.toLocaleString('en')}`)
    return 1
  }

  whole(name: string, max: number): number {
    const value = this.#members[name]
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max)
      return value
    this.#refuse(name, `a whole number from 1 to ${max.toLocaleString('en')}`)
    return 1
  }

  flag(name: string): boolean {
    const value = this.#members[name]
    if (value !== undefined && typeof value !== 'boolean') this.#refuse(name, 'true or false')
    return value === true
  }

  timestamp(name: string): number {
    const found = findTimestamp(this.#members[name])
    if (found === undefined)
      this.#refuse(
        name,
        'a day such as "2024-02-29", a timestamp such as "2024-02-29T14:00Z" or Unix seconds, from 2009 to 2105',
      )
    return found ?? 0
  }

  period(name: string): Period {
    const found = findPeriod(this.#members[name])
    if (found === undefined)
      this.#refuse(name, 'a period such as "1 month", "2 years", "30 days" or "1 week"')
    return found ?? { days: 1 }
  }

  /** Texts; a list that is not there is empty. */
  texts(name: string, maxCount: number, maxLength: number): string[] {
    const value = this.#members[name]
    if (value === undefined) return []
    const isGood = (item: unknown) =>
      typeof item === 'string' && item.trim() !== '' && item.length <= maxLength
    if (Array.isArray(value) && value.length <= maxCount && value.every(isGood)) return value
    this.#refuse(name, `a list of up to ${maxCount} texts of 1 to ${maxLength} characters`)
    return []
  }

  /** A list of at least one thing, each with the way to it. */
  list(name: string, maxCount: number): { value: unknown; path: readonly (string | number)[] }[] {
    const value = this.#members[name]
    if (!Array.isArray(value) || value.length === 0 || value.length > maxCount) {
      this.#refuse(name, `a list of 1 to ${maxCount.toLocaleString('en')} objects`)
      return []
    }
    return value.map((item, index) => ({ value: item, path: [...this.#path, name, index] }))
  }

  #refuse(name: string, expected: string): void {
    const value = this.#members[name]
    this.fail(
      name,
      value === undefined
        ? `is missing; it must be ${expected}`
        : `must be ${expected}, not ${shorten(value)}`,
    )
  }
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
