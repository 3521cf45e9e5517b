import type { AnswerOf } from '../../api/operations.ts'
import { exact, grouped } from '../../lib/numbers.ts'
import { momentText, toSec } from '../../lib/times.ts'

export type FactRows = AnswerOf<'getProvenance'>['facts'][number]
export type FactRow = FactRows['rows'][number]
export type Version = FactRow['versions'][number]
export type Receipt = AnswerOf<'getRun'>['receipts'][number]
export type Coverage = AnswerOf<'getCoverage'>

const QUALITIES: Readonly<Record<string, string>> = {
  ok: 'measured',
  held: 'held back',
  carried: 'carried on from an earlier reading',
  extrapolated: 'worked out from other figures',
  backfilled: 'filled in later',
  selfReported: 'reported by the protocol itself',
  disputed: 'disputed',
}
const MAX_TEXT = 200

/** The fact that tells the figure: the one that is named, else the first that has a time. */
export function leadOf(facts: readonly FactRows[], name?: string): FactRows | null {
  const told = facts.filter(({ rows }) => rows.length > 0)
  return (
    told.find(({ fact }) => fact === name) ??
    told.find(({ rows }) => rows[0]?.atSec != null) ??
    told[0] ??
    null
  )
}

/** The version that is served, and those before it. */
export function versionsOf({ versions }: FactRow): { current: Version | null; earlier: Version[] } {
  const current = versions.find(({ isCurrent }) => isCurrent) ?? versions[0] ?? null
  return { current, earlier: versions.filter((version) => version !== current) }
}

export function qualityText(quality: string): string {
  return QUALITIES[quality] ?? quality
}

export function keyText(key: Readonly<Record<string, unknown>>): string {
  return Object.entries(key)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

export function valuesText(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null)
    .slice(0, 4)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? exact(value) : String(value)}`)
    .join(', ')
    .slice(0, MAX_TEXT)
}

/** 92.5%: 3 of 4 members fresh, 1 missing. */
export function coverageText({ coverage, expected, fresh, stale, missing }: Coverage): string {
  if (coverage === null) return 'nothing is expected in it'
  const percent = grouped(Math.floor(coverage * 1000) / 10, coverage === 1 ? 0 : 1)
  const lacking = [
    stale.count > 0 ? `, ${grouped(stale.count, 0)} late` : '',
    missing.count > 0 ? `, ${grouped(missing.count, 0)} missing` : '',
  ]
  return `${percent}%: ${grouped(fresh.count, 0)} of ${grouped(expected.count, 0)} members fresh${lacking.join('')}`
}

interface Price {
  readonly sec: number | null
  readonly confidence: number | null
}

/** How many prices a figure rests on, the oldest and the least trusted of them. */
export function pricesText(
  facts: readonly FactRows[],
  receipts: readonly Receipt[],
): string | undefined {
  const used = receipts.flatMap(({ prices }) =>
    prices.map(({ at, confidence }): Price => ({ sec: toSec(at), confidence })),
  )
  const known = facts.filter(({ fact }) => fact === 'prices')
  const read = known
    .flatMap(({ rows }) => newestOfEach(rows))
    .map((row): Price => ({ sec: row.atSec, ...confidenceOf(row) }))
  const prices = used.length > 0 ? used : read
  const isPart = used.length === 0 && known.some(({ isComplete }) => !isComplete)
  if (prices.length === 0) return undefined
  const times = prices.flatMap(({ sec }) => sec ?? [])
  const trust = prices.flatMap(({ confidence }) => confidence ?? [])
  return [
    `${isPart ? 'at least ' : ''}${grouped(prices.length, 0)} ${prices.length === 1 ? 'price' : 'prices'}`,
    ...(times.length === 0 ? [] : [`oldest ${momentText(Math.min(...times))}`]),
    ...(trust.length === 0 ? [] : [`lowest confidence ${exact(Math.min(...trust))}`]),
  ].join(', ')
}

/** Rows come newest first: the first of each key is the one in use. */
function newestOfEach(rows: readonly FactRow[]): FactRow[] {
  return [...new Map(rows.toReversed().map((row) => [keyText(row.key), row])).values()]
}

function confidenceOf(row: FactRow): Pick<Price, 'confidence'> {
  const confidence = versionsOf(row).current?.values.confidence
  return { confidence: typeof confidence === 'number' ? confidence : null }
}

/** Why a version has no receipt. */
export function noReceiptText({ source, run }: Version): string {
  if (source === 'demo') return 'none: demo figures are synthetic, no block stands behind them'
  return `none: run ${run} came from ${source ?? 'an unknown source'}, not from a chain`
}

/** What to quote: value, what it is, its moment and the state of knowledge. */
export function citationOf(cited: {
  readonly value: string
  readonly name: string
  readonly atSec: number | null
  readonly run: number
}): string {
  const { value, name, atSec, run } = cited
  const amount = value.includes('$') ? `${value.replace('$', '')} USD` : value
  const moment =
    atSec === null
      ? ''
      : ` at ${new Date(atSec * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${amount}, ${name}${moment}, as known at run ${run}`
}
