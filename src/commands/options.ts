import { UsageError } from '../lib/errors.ts'

/** An option of a command, and how its text is read. */
export interface Option<T> {
  /** How its value is written in the usage; a switch has none. */
  readonly value?: string
  readonly describe: string
  readonly short?: string
  readonly isMany?: boolean
  readonly isRequired?: boolean
  /** Left out of the usage and the help. */
  readonly isHidden?: boolean
  /** Gets every text that was given; throws a `UsageError` when one is wrong. */
  read(given: readonly string[], name: string): T
}

export type OptionRead<T> = (text: string, name: string) => T

export function flag(describe: string): Option<boolean> {
  return { describe, read: (given) => given.length > 0 }
}

/** One that may be left out; without `read` it is its text. */
export function option(value: string, describe: string): Option<string | undefined>
export function option<T>(
  value: string,
  describe: string,
  read: OptionRead<T>,
): Option<T | undefined>
export function option<T>(
  value: string,
  describe: string,
  read?: OptionRead<T>,
): Option<T | string | undefined> {
  return {
    value,
    describe,
    read: ([text], name) => (text === undefined ? undefined : (read?.(text, name) ?? text)),
  }
}

/** One that has a value when it is left out. */
export function withDefault<T>(
  byDefault: T,
  value: string,
  describe: string,
  read: OptionRead<T>,
): Option<T> {
  return {
    value,
    describe: `${describe} (${byDefault} unless given)`,
    read: ([text], name) => (text === undefined ? byDefault : read(text, name)),
  }
}

export function required(value: string, describe: string): Option<string> {
  return {
    value,
    describe,
    isRequired: true,
    read: ([text], name) => {
      if (text === undefined) throw new UsageError(`${name} is missing`)
      return text
    },
  }
}

/** One that another command has, and what to do instead. */
export function refused(problem: string): Option<undefined> {
  return {
    ...{ value: '<value>', describe: problem, isHidden: true },
    read: ([text]) => {
      if (text !== undefined) throw new UsageError(problem)
      return undefined
    },
  }
}

/** One that may be given several times. */
export function list(value: string, describe: string): Option<string[]> {
  return { value, describe, isMany: true, read: (given) => [...given] }
}

/** Reads one of several words. */
export function oneOf<const W extends string>(words: readonly W[]): OptionRead<W> {
  return (text, name) => {
    const found = words.find((word) => word === text)
    if (found === undefined)
      throw new UsageError(`${name} must be one of ${words.join(', ')}, not "${text}"`)
    return found
  }
}

export function wholeNumber(from: number, to: number): OptionRead<number> {
  return (text, name) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= from && number <= to))
      throw new UsageError(`${name} must be a whole number from ${from} to ${to}, not "${text}"`)
    return number
  }
}

/** How a run is named on a command line. */
export const RUN_NUMBER = /^[1-9]\d{0,8}$/

/** The file that a result is written to. */
export const OUTPUT: Option<string | undefined> = {
  ...option('<file>', 'writes to this file'),
  short: 'o',
}
