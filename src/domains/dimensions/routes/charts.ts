import Type from 'typebox'
import { Rendered } from '../../../http/rendered.ts'
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

export const nestedSchema = Type.Array(Type.Tuple([timestamp, mapOf(mapOf(Type.Number(), 'By protocol or version'), 'By chain')]))

export interface AskedRange {
  start?: number | undefined
  end?: number | undefined
}

export function countedSeries(members: readonly Member[]): DaySeries[] {
  return members.flatMap(({ counted }) => counted)
}

/** A chart of everything that counts of some members, by day up to D. */
export function totalChart(view: View, members: readonly Member[], asked: AskedRange): Rendered {
  return new Rendered(renderChart(makeChart(view, members, asked)))
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
export function chainChart(view: View, members: readonly Member[], asked: AskedRange): Rendered {
  const series = members.flatMap(({ perChain }) => perChain)
  return new Rendered(renderBreakdown(makeBreakdown(view, series, ({ chain }) => chains.nameOf(chain), asked)))
}

export function protocolChart(view: View, members: readonly Member[], asked: AskedRange): Rendered {
  return splitChart(view, members, ({ subject }) => subject.name, asked)
}

export function versionChart(view: View, members: readonly Member[], asked: AskedRange): Rendered {
  return splitChart(view, members, versionName, asked)
}

function splitChart(
  view: View,
  members: readonly Member[],
  nameOf: (member: Member, series: DaySeries) => string,
  asked: AskedRange,
): Rendered {
  const names = new Map(members.flatMap((member) => member.counted.map((series) => [series, nameOf(member, series)] as const)))
  return new Rendered(renderBreakdown(makeBreakdown(view, [...names.keys()], (series) => names.get(series) ?? '', asked)))
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
  const running = [...parts].map(([name, values]): [string, Float64Array] => [name, runningTotal(values).subarray(skipped)])
  return { firstDay: firstDay + skipped, days: days - skipped, parts: new Map(running) }
}

function rangeOf({ lastDay }: View, { start, end }: AskedRange): DayRange {
  return { from: Math.ceil((start ?? 0) / DAY_SEC), to: Math.min(lastDay, end === undefined ? lastDay : Math.floor(end / DAY_SEC)) }
}

/** What an excluded chart is (decision 10). */
export const NO_CHART: Chart = { firstDay: 0, values: new Float64Array(0) }

/** An object with members of which some are written out already. */
export function joinRendered(body: object, rendered: Readonly<Record<string, string>>): Rendered {
  const members = Object.entries(rendered).map(([name, text]) => `,"${name}":${text}`)
  return new Rendered(`${JSON.stringify(body).slice(0, -1)}${members.join('')}}`)
}

/** `[[timestamp, value], …]`; a day without a value has no point. */
export function renderChart({ firstDay, values }: Chart): string {
  const points: string[] = []
  values.forEach((value, index) => {
    if (!Number.isNaN(value)) points.push(`[${(firstDay + index) * DAY_SEC},${value}]`)
  })
  return `[${points.join(',')}]`
}

/** `[[timestamp, {name: value}], …]`, written out directly: a long breakdown has millions of values. */
export function renderBreakdown({ firstDay, days, parts }: Breakdown): string {
  const named = [...parts].map(([name, values]) => ({ key: `${JSON.stringify(name)}:`, values }))
  return renderDays(firstDay, days, (index) => renderObject(named, index))
}

/** `[[timestamp, {chain: {name: value}}], …]` (decision 10). */
export function renderNested(view: View, chains: readonly (readonly [string, Breakdown])[]): string {
  const firstDay = Math.min(...chains.map(([, breakdown]) => (breakdown.days === 0 ? view.lastDay : breakdown.firstDay)))
  const endDay = Math.max(firstDay, ...chains.map(([, { firstDay: first, days }]) => first + days))
  const named = chains.map(([name, { firstDay: first, parts }]) => ({
    key: `${JSON.stringify(name)}:`,
    shift: firstDay - first,
    parts: [...parts].map(([part, values]) => ({ key: `${JSON.stringify(part)}:`, values })),
  }))
  return renderDays(firstDay, chains.length === 0 ? 0 : endDay - firstDay, (index) => {
    const members: string[] = []
    for (const { key, shift, parts } of named) {
      const inner = renderObject(parts, index + shift)
      if (inner !== '') members.push(`${key}${inner}`)
    }
    return members.length === 0 ? '' : `{${members.join(',')}}`
  })
}

function renderDays(firstDay: number, days: number, render: (index: number) => string): string {
  const points: string[] = []
  for (let index = 0; index < days; index++) {
    const object = render(index)
    if (object !== '') points.push(`[${(firstDay + index) * DAY_SEC},${object}]`)
  }
  return `[${points.join(',')}]`
}

/** The parts that have a value on a day as an object, or nothing when none has. */
function renderObject(parts: readonly { key: string; values: Float64Array }[], index: number): string {
  let members = ''
  for (const { key, values } of parts) {
    const value = values[index]
    if (value === undefined || Number.isNaN(value)) continue
    members += members === '' ? `${key}${value}` : `,${key}${value}`
  }
  return members === '' ? '' : `{${members}}`
}
