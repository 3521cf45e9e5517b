import type { Query } from '../../api/ask.ts'
import {
  type OperationId,
  operationOf,
  operationPath,
  type ResponseOf,
} from '../../api/operations.ts'
import { exact, grouped, isoText, timestampText, toSec } from '../../lib/writing.ts'

export type FactRows = ResponseOf<'getProvenance'>['facts'][number]
export type FactRow = FactRows['rows'][number]
export type Version = FactRow['versions'][number]
export type Receipt = ResponseOf<'getRun'>['receipts'][number]
export type Coverage = ResponseOf<'getCoverage'>

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
    ...(times.length === 0 ? [] : [`oldest ${timestampText(Math.min(...times))}`]),
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

/** What to quote: value, what it is, its timestamp and the state of knowledge. */
export function citationOf(cited: {
  readonly value: string
  readonly name: string
  readonly atSec: number | null
  readonly run: number
}): string {
  const { value, name, atSec, run } = cited
  const amount = value.includes('$') ? `${value.replace('$', '')} USD` : value
  const timestamp = atSec === null ? '' : ` at ${isoText(atSec).slice(0, 16).replace('T', ' ')} UTC`
  return `${amount}, ${name}${timestamp}, as known at run ${run}`
}

/** Operations whose totals say what they lack, by the header X-Coverage of their responses. */
const COVERED = [
  'getDexsOverview',
  'getDexsChainOverview',
  'getOptionsOverview',
  'getOptionsChainOverview',
  'getFeesOverview',
  'getFeesChainOverview',
  'getOpenInterestOverview',
  'getDerivativesOverview',
  'getDexsSummary',
  'getOptionsSummary',
  'getFeesSummary',
  'getDerivativesSummary',
  'getMetric',
  'getMetricChain',
  'getMetricCategory',
  'getMetricCategoryChain',
  'getMetricProtocol',
  'listProtocols',
  'getProtocol',
  'getCurrentTvl',
  'listChains',
  'getHistoricalTvl',
  'getHistoricalChainTvl',
  'getChainAssets',
  'listStablecoins',
  'getStablecoinChart',
  'getStablecoinChainChart',
  'getStablecoin',
  'listStablecoinChains',
  'getStablecoinDominance',
] as const satisfies readonly OperationId[]
const names: ReadonlySet<OperationId> = new Set(COVERED)

/** Whether `/meta/coverage` knows an operation. */
export function hasCoverage(operation: OperationId): boolean {
  return names.has(operation)
}

/** Which answer a figure stands in: enough to ask where it comes from. */
export interface Source {
  readonly operation: OperationId
  readonly parameters: Query
  /** Timestamp of the figure, where it is one of a series. */
  readonly atSec?: number
  /** Fact that the figure is told by, where the operation reads several. */
  readonly fact?: string
}

// Figures about the service itself rest on no rows of facts.
const UNTRACED = /^\/(meta|keys|usage|app|sql)\b/
// They shape a response; what it rests on is the same.
const SHAPES = new Set(['fields', 'format', 'limit', 'cursor', 'clientShapes', 'asOf'])

/** The source that a response's own path tells; null where it is that of no operation. */
export function sourceOf(path: string | null): Source | null {
  const request = path === null || UNTRACED.test(path) ? null : operationOf(path)
  if (request === null) return null
  const { operation } = request
  const parameters = Object.fromEntries(
    Object.entries(request.parameters).filter(([name]) => !SHAPES.has(name)),
  )
  return operation === 'getPriceChartOrPoolChart'
    ? chartSource(parameters)
    : { operation, parameters }
}

/** One path has charts of coins and of pools; ids of coins have a colon. */
function chartSource({ coinsOrPool = '', ...rest }: Readonly<Record<string, string>>): Source {
  return coinsOrPool.includes(':')
    ? { operation: 'getPriceChart', parameters: { ...rest, coins: coinsOrPool } }
    : { operation: 'getPoolChart', parameters: { ...rest, pool: coinsOrPool } }
}

/** The request whose response holds the figure. */
export function requestOf({ operation, parameters }: Source): string {
  return operationPath(operation, parameters)
}
