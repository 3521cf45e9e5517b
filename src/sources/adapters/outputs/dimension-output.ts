import { emptyRecord, ownMember } from '../../../lib/records.ts'
import type { Flow } from '../../model/observations.ts'
import type { Part, Plain } from '../messages.ts'
import {
  asRecord,
  asText,
  emptyReading,
  type Output,
  type PlainRecord,
  type Reading,
  readAmount,
  readLedger,
  readNumber,
  readRaw,
  requireFigures,
} from './output.ts'

/** What a key such as `dailyFees` means. */
export interface KnownFigure {
  metric: string
  dataType: string
  unit: 'usd' | 'count'
}

export interface DimensionOutput extends Output {
  findFigure: (key: string) => KnownFigure | undefined
}

/** Members of a response that are not figures. */
const NO_FIGURES = ['timestamp', 'block', 'chain', 'startTimestamp']

/** Chain → figure → balances or dollars (adapters.md#shapes-of-modules) as flows by label. */
export function readDimensionOutput(output: DimensionOutput): Reading {
  const reading = emptyReading()
  for (const part of output.parts) {
    for (const [key, value] of Object.entries(asRecord(part.value) ?? {})) {
      // Running totals follow from the days.
      const isFigure = !NO_FIGURES.includes(key) && !key.startsWith('total')
      if (value === undefined || value === null || !isFigure) continue
      const figure = output.findFigure(key)
      if (figure === undefined)
        reading.warnings.push(`${part.chain}: ${key} is not a known figure and was left out`)
      else reading.observations.flows.push(...flowsOf({ part, key, value, figure }, output))
    }
  }
  requireFigures(output, reading.observations.flows, 'figures')
  reading.observations.methods.push(...methodsOf(output))
  return reading
}

interface Answered {
  part: Part
  key: string
  value: Plain
  figure: KnownFigure
}

function flowsOf(
  { part, key, value, figure }: Answered,
  { protocol, fromSec, isChain }: DimensionOutput,
): Flow[] {
  const where = `${part.chain}.${key}`
  const { metric, dataType } = figure
  const { version, chain } = part
  const flow = { protocol, metric, dataType, version, chain, atSec: fromSec }
  const at = (label: string, amount: Flow['amount']): Flow => ({ ...flow, label, amount })
  if (typeof value !== 'object') {
    const number = readNumber(value, where)
    return [at('', figure.unit === 'count' ? { count: number } : { usd: number })]
  }
  const { balances, labels } = readLedger(value, where)
  const groups: [string, PlainRecord][] = [
    ...Object.entries(labels),
    ['', remainder(balances, Object.values(labels), where)],
  ]
  return groups.flatMap(([label, amounts]) =>
    Object.entries(amounts).flatMap(([token, amount]) => {
      const read = readAmount(token, amount, { where, isChain })
      return read === undefined ? [] : [at(label, read)]
    }),
  )
}

/** What has no label. */
function remainder(
  balances: PlainRecord,
  labelled: readonly PlainRecord[],
  where: string,
): PlainRecord {
  if (labelled.length === 0) return balances
  const left = emptyRecord<Plain>()
  for (const [token, all] of Object.entries(balances)) {
    const parts = labelled
      .map((label) => ownMember(label, token))
      .filter((part) => part !== undefined && part !== null)
    left[token] = [all, ...parts].every(isWhole)
      ? wholeLeft(all, parts, where)
      : floatLeft(all, parts, where)
  }
  return left
}

function isWhole(value: Plain): boolean {
  return typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value))
}

function wholeLeft(all: Plain, parts: readonly Plain[], where: string): Plain {
  return parts.reduce((sum: bigint, part) => sum - readRaw(part, where), readRaw(all, where))
}

/** Sums of fractions differ in their last digits; such a difference is not an amount. */
function floatLeft(all: Plain, parts: readonly Plain[], where: string): Plain {
  const total = readNumber(all, where)
  const left = parts.reduce((sum: number, part) => sum - readNumber(part, where), total)
  return Math.abs(left) <= Math.abs(total) * 1e-9 ? 0 : left
}

function methodsOf({ outline, protocol, findFigure }: DimensionOutput) {
  const figureOf = (name: string) => findFigure(name) ?? findFigure(`daily${name}`)
  const texts = Object.entries(asRecord(outline.methodology) ?? {})
  const written = texts.map(([name, text]) => ({ name, label: '', text }))
  const labelled = Object.entries(asRecord(outline.breakdownMethodology) ?? {}).flatMap(
    ([name, labels]) =>
      Object.entries(asRecord(labels) ?? {}).map(([label, text]) => ({ name, label, text })),
  )
  return [...written, ...labelled].flatMap(({ name, label, text }) => {
    const figure = figureOf(name)
    const methodology = asText(text)
    return figure === undefined || methodology === null
      ? []
      : [{ protocol, metric: figure.metric, dataType: figure.dataType, label, methodology }]
  })
}

/** The part of a metric that is needed to find it by a key. */
interface NamedMetric {
  readonly name: string
  readonly dataTypes: readonly {
    readonly name: string
    readonly aliases?: readonly string[]
    readonly runningTotalOf?: string
  }[]
}

/** The figure of a key. Several metrics have `dailyVolume`: the folder's counts, else the first. */
export function createFigureFinder(
  metrics: readonly NamedMetric[],
  isCount: (dataType: string) => boolean,
) {
  return (key: string, folder: string): KnownFigure | undefined => {
    const ordered = [
      ...metrics.filter(({ name }) => name === folder),
      ...metrics.filter(({ name }) => name !== folder),
    ]
    for (const { name, dataTypes } of ordered) {
      const found = dataTypes.find(
        (type) =>
          type.runningTotalOf === undefined &&
          (type.name === key || type.aliases?.includes(key) === true),
      )
      if (found !== undefined)
        return { metric: name, dataType: found.name, unit: isCount(found.name) ? 'count' : 'usd' }
    }
    return undefined
  }
}
