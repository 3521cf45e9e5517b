import Type from 'typebox'
import { JsonBytes } from '../../../http/json-bytes.ts'
import { RenderedBytes } from '../../../http/rendered.ts'
import { mapOf } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chains } from '../../registry/public.ts'
import { type Breakdown, breakdownOf } from '../derive/breakdown.ts'
import { type Chart, chartOf, type DayRange } from '../derive/chart.ts'
import type { DaySeries } from '../derive/day-series.ts'
import type { Member } from '../derive/members.ts'
import { runningTotal } from '../derive/running-total.ts'
import type { View } from '../view.ts'

const timestamp = Type.Integer({ description: '00:00 UTC of the day, Unix seconds' })

export const chartSchema = Type.Array(Type.Tuple([timestamp, Type.Number()]))
export const exampleChart = [[1_760_054_400, 42_000_000]]

export function breakdownSchema(of: string) {
  return Type.Array(Type.Tuple([timestamp, mapOf(Type.Number(), `By ${of}`)]))
}

export const nestedSchema = Type.Array(
  Type.Tuple([timestamp, mapOf(mapOf(Type.Number(), 'By protocol or version'), 'By chain')]),
)

export interface AskedRange {
  start?: number | undefined
  end?: number | undefined
}

export function countedSeries(members: readonly Member[]): DaySeries[] {
  return members.flatMap(({ counted }) => counted)
}

/** A chart of everything that counts of some members, by day up to D. */
export function totalChart(
  view: View,
  members: readonly Member[],
  asked: AskedRange,
): RenderedBytes {
  return new RenderedBytes(renderChart(makeChart(view, members, asked)))
}

export function makeChart(view: View, members: readonly Member[], asked: AskedRange): Chart {
  const range = rangeOf(view, asked)
  if (view.type.runningTotalOf === undefined) return chartOf(countedSeries(members), range)
  // A running total counts from the first day, whatever part of it is shown.
  const { firstDay, values } = chartOf(countedSeries(members), { from: 0, to: range.to })
  const skipped = Math.max(0, range.from - firstDay)
  return { firstDay: firstDay + skipped, values: runningTotal(values).subarray(skipped) }
}

/** The same chart in parts: by chain, by protocol, or by version. */
export function chainChart(
  view: View,
  members: readonly Member[],
  asked: AskedRange,
): RenderedBytes {
  const series = members.flatMap(({ perChain }) => perChain)
  return new RenderedBytes(
    renderBreakdown(makeBreakdown(view, series, ({ chain }) => chains.nameOf(chain), asked)),
  )
}

export function protocolChart(
  view: View,
  members: readonly Member[],
  asked: AskedRange,
): RenderedBytes {
  return splitChart(view, members, ({ subject }) => subject.name, asked)
}

export function versionChart(
  view: View,
  members: readonly Member[],
  asked: AskedRange,
): RenderedBytes {
  return splitChart(view, members, versionName, asked)
}

function splitChart(
  view: View,
  members: readonly Member[],
  nameOf: (member: Member, series: DaySeries) => string,
  asked: AskedRange,
): RenderedBytes {
  const names = new Map(
    members.flatMap((member) =>
      member.counted.map((series) => [series, nameOf(member, series)] as const),
    ),
  )
  return new RenderedBytes(
    renderBreakdown(
      makeBreakdown(view, [...names.keys()], (series) => names.get(series) ?? '', asked),
    ),
  )
}

/** A protocol without versions is its own only one (decision 45). */
export function versionName({ subject }: Member, series: DaySeries): string {
  return series.version === '' ? subject.name : series.version
}

export function makeBreakdown(
  view: View,
  series: readonly DaySeries[],
  nameOf: (series: DaySeries) => string,
  asked: AskedRange,
): Breakdown {
  const range = rangeOf(view, asked)
  if (view.type.runningTotalOf === undefined) return breakdownOf(series, nameOf, range)
  const { firstDay, days, parts } = breakdownOf(series, nameOf, { from: 0, to: range.to })
  const skipped = Math.min(days, Math.max(0, range.from - firstDay))
  const running = [...parts].map(([name, values]): [string, Float64Array] => [
    name,
    runningTotal(values).subarray(skipped),
  ])
  return { firstDay: firstDay + skipped, days: days - skipped, parts: new Map(running) }
}

function rangeOf({ lastDay }: View, { start, end }: AskedRange): DayRange {
  return {
    from: Math.ceil((start ?? 0) / DAY_SEC),
    to: Math.min(lastDay, end === undefined ? lastDay : Math.floor(end / DAY_SEC)),
  }
}

/** What an excluded chart is (decision 10). */
export const NO_CHART: Chart = { firstDay: 0, values: new Float64Array(0) }

/** An object with members of which some are written out already. */
export function joinRendered(
  body: object,
  rendered: Readonly<Record<string, string | Buffer>>,
): RenderedBytes {
  const json = new JsonBytes()
  json.text(JSON.stringify(body).slice(0, -1))
  for (const [name, value] of Object.entries(rendered)) {
    json.text(`,"${name}":`)
    if (typeof value === 'string') json.text(value)
    else json.raw(value)
  }
  json.text('}')
  return new RenderedBytes(json.take())
}

/** `[[timestamp, value], …]`; a day without a value has no point. */
export function renderChart({ firstDay, values }: Chart): Buffer {
  return renderDays(firstDay, values.length, (json, index) => {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) return false
    json.number(value)
    return true
  })
}

/**
 * `[[timestamp, {name: value}], …]`, written out directly: a long breakdown has millions of values.
 */
export function renderBreakdown({ firstDay, days, parts }: Breakdown): Buffer {
  const named = nameParts(parts)
  return renderDays(firstDay, days, (json, index) => renderObject(json, named, index))
}

/** `[[timestamp, {chain: {name: value}}], …]` (decision 10). */
export function renderNested(
  view: View,
  chains: readonly (readonly [string, Breakdown])[],
): Buffer {
  const firstDay = Math.min(
    ...chains.map(([, breakdown]) => (breakdown.days === 0 ? view.lastDay : breakdown.firstDay)),
  )
  const endDay = Math.max(firstDay, ...chains.map(([, { firstDay: first, days }]) => first + days))
  const named = chains.map(([name, breakdown]) => ({
    ...keysOf(name),
    shift: firstDay - breakdown.firstDay,
    parts: nameParts(breakdown.parts),
  }))
  return renderDays(firstDay, chains.length === 0 ? 0 : endDay - firstDay, (json, index) => {
    let hasAny = false
    for (const { first, next, shift, parts } of named) {
      const length = json.length
      json.raw(hasAny ? next : first)
      if (renderObject(json, parts, index + shift)) hasAny = true
      else json.cut(length)
    }
    if (hasAny) json.raw(CLOSE_OBJECT)
    return hasAny
  })
}

const [CLOSE_OBJECT, CLOSE_POINT, NEXT] = [Buffer.from('}'), Buffer.from(']'), Buffer.from(',')]

/** The name of a member with what comes before it, as the first or as a later one. */
function keysOf(name: string): { first: Buffer; next: Buffer } {
  const key = `${JSON.stringify(name)}:`
  return { first: Buffer.from(`{${key}`), next: Buffer.from(`,${key}`) }
}

interface NamedPart {
  first: Buffer
  next: Buffer
  values: Float64Array
}

function nameParts(parts: ReadonlyMap<string, Float64Array>): NamedPart[] {
  return [...parts].map(([name, values]) => ({ ...keysOf(name), values }))
}

/** Points of the days for which something is written. */
function renderDays(
  firstDay: number,
  days: number,
  write: (json: JsonBytes, index: number) => boolean,
): Buffer {
  const json = new JsonBytes()
  json.text('[')
  const start = json.length
  for (let index = 0; index < days; index++) {
    const length = json.length
    json.text(length === start ? '[' : ',[')
    json.number((firstDay + index) * DAY_SEC)
    json.raw(NEXT)
    if (write(json, index)) json.raw(CLOSE_POINT)
    else json.cut(length)
  }
  json.text(']')
  return json.take()
}

/** The parts that have a value on a day as an object, or nothing when none has. */
function renderObject(json: JsonBytes, parts: readonly NamedPart[], index: number): boolean {
  let hasAny = false
  for (const { first, next, values } of parts) {
    const value = values[index]
    if (value === undefined || Number.isNaN(value)) continue
    json.raw(hasAny ? next : first)
    json.number(value)
    hasAny = true
  }
  if (hasAny) json.raw(CLOSE_OBJECT)
  return hasAny
}
