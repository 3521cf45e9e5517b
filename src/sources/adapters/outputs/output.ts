import { UsageError } from '../../../lib/errors.ts'
import { type Amount, nothingSeen, type Observations } from '../../model/observations.ts'
import { cleanText } from '../clean-text.ts'
import { readCoinKey } from '../coin-key.ts'
import type { Outline, Part, Plain } from '../messages.ts'

/** A module's answers, and their context. */
export interface Output {
  parts: readonly Part[]
  /** What the module exports beside its functions. */
  outline: Readonly<Record<string, Outline>>
  /** Whom its figures belong to. */
  protocol: string
  /** Name of the module, from its path. */
  name: string
  atSec: number
  fromSec: number
  isChain: (name: string) => boolean
}

/** Observations, and warnings about what could not be used. */
export interface Reading {
  observations: Observations
  warnings: string[]
}

export function emptyReading(): Reading {
  return { observations: nothingSeen(), warnings: [] }
}

/** A module that answers with nothing at all has failed; only a figure that it states is 0. */
export function requireFigures({ parts }: Output, figures: readonly unknown[], what: string): void {
  if (parts.length === 0 || figures.length > 0) return
  const places = parts.map(({ chain, section }) => [chain, section].filter(Boolean).join('.'))
  throw new UsageError(
    `it gave no ${what} for ${[...new Set(places)].slice(0, 5).join(', ')}; nothing is stored, because nothing is not 0`,
  )
}

export type PlainRecord = { readonly [name: string]: Plain }

export function asRecord(value: unknown): PlainRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as PlainRecord)
    : undefined
}

export function asText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? cleanText(value.trim()) : null
}

/** Texts, or one alone; a number counts as its text, and anything else is left out. */
export function asTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap(
    (item) => asText(typeof item === 'number' ? String(item) : item) ?? [],
  )
}

/** A number or its text; anything else is an error with its location. */
export function readNumber(value: Plain, where: string): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  const isWritten = ['number', 'bigint', 'string'].includes(typeof value)
  if (!isWritten || !Number.isFinite(number))
    throw new UsageError(`${where} must be a number, not ${describe(value)}`)
  return number
}

/** The same where it may be missing. */
export function findNumber(value: Plain, where: string): number | null {
  return value === undefined || value === null ? null : readNumber(value, where)
}

/** An amount in a token's smallest units; fractions, which come from divisions, are cut off. */
export function readRaw(value: Plain, where: string): bigint {
  if (typeof value === 'bigint') return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^[+-]?\d+(\.\d*)?$/.test(text)) return BigInt(text.replace(/\..*$/, '').replace('+', ''))
  return BigInt(Math.trunc(readNumber(value, where)))
}

function describe(value: Plain): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'an object'
  return value === '' ? 'empty text' : String(value).slice(0, 40)
}

/** The ledger of a response: that of the api, or a plain map. */
export function readLedger(
  value: Plain,
  where: string,
): { balances: PlainRecord; labels: Readonly<Record<string, PlainRecord>> } {
  const record = asRecord(value)
  if (record === undefined)
    throw new UsageError(`${where} must be balances by token, not ${describe(value)}`)
  const balances = asRecord(record.balances)
  return balances === undefined
    ? { balances: record, labels: {} }
    : { balances, labels: readLabels(record.labels, where) }
}

function readLabels(labels: Plain, where: string): Readonly<Record<string, PlainRecord>> {
  const named = Object.entries(asRecord(labels) ?? {}).map(([label, value]) => {
    const amounts = asRecord(value)
    if (amounts === undefined)
      throw new UsageError(`${where}, ${label} must be balances by token, not ${describe(value)}`)
    return [label, amounts] as const
  })
  return Object.fromEntries(named)
}

/** The key of dollars without a token in the ledger of our own api. */
const USD_KEY = 'usd'

/** One entry of a ledger; undefined when it is missing or 0. */
export function readAmount(
  key: string,
  value: Plain,
  { where, isChain }: { where: string; isChain: (name: string) => boolean },
): Amount | undefined {
  const place = `${where}, ${key}`
  if (value === null || value === undefined) return undefined
  if (key === USD_KEY) return withValue({ usd: readNumber(value, place) })
  const { coin, isDecimal } = readCoinKey(key, isChain)
  return withValue(
    isDecimal ? { coin, tokens: readNumber(value, place) } : { coin, raw: readRaw(value, place) },
  )
}

function withValue(amount: Amount): Amount | undefined {
  return ('usd' in amount ? amount.usd : 'raw' in amount ? Number(amount.raw) : amount.tokens) === 0
    ? undefined
    : amount
}

export function isNegative(amount: Amount): boolean {
  return 'usd' in amount ? amount.usd < 0 : 'raw' in amount ? amount.raw < 0n : amount.tokens < 0
}
