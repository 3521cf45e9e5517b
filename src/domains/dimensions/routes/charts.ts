import Type from 'typebox'
import { number, unixDay, usd } from '../../../http/described.ts'
import { type Cell, computed, record, shifted, tuple } from '../../../http/render/cells.ts'
import { list, type Rows } from '../../../http/render/rows.ts'
import { mapOf, namedShape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { eachInSlices, mapInSlices } from '../../../lib/time-slice.ts'
import { chains } from '../../registry/public.ts'
import {
  type Breakdown,
  type Chart,
  clippedDays,
  eachPart,
  type NamedSeries,
  runningTotal,
} from '../derive/chart.ts'
import { addByDay, type DayRange, type DaySeries, missingDays } from '../derive/day-series.ts'
import type { Member } from '../derive/members.ts'
import type { MetricRequest } from '../read/members.ts'
import { UNIT } from './figures.ts'

const timestamp = unixDay()
const DAILY = { description: 'Daily, oldest first' }

export const chartSchema = Type.Array(Type.Tuple([timestamp, number(UNIT)]), DAILY)
export const exampleChart = [[1_760_054_400, 42_000_000]]

export function breakdownSchema(of: string) {
  return Type.Array(Type.Tuple([timestamp, mapOf(Type.Number(), `By ${of}; ${UNIT}`)]), DAILY)
}

export const nestedSchema = Type.Array(
  Type.Tuple([
    timestamp,
    mapOf(mapOf(Type.Number(), 'By protocol or version'), `By chain; ${UNIT}`),
  ]),
  DAILY,
)

export interface TimeRange {
  start?: number | undefined
  end?: number | undefined
}

/** What an excluded chart is (dimensions.md#exclude-flags). */
export const NO_CHART: Chart = { firstDay: 0, values: new Float64Array(0) }

/** Everything that counts of some members, by day up to D. */
export async function makeChart(
  { type, lastDay }: MetricRequest,
  members: readonly Member[],
  asked: TimeRange = {},
): Promise<Chart> {
  const range = toDays(lastDay, asked)
  const isRunning = type.runningTotalOf !== undefined
  const series = members.flatMap(({ counted }) => counted)
  // A running total counts from the first day, whatever part of it is shown.
  const days = clippedDays(series, isRunning ? { from: 0, to: range.to } : range)
  const values = missingDays(days)
  await eachInSlices(series, (one) => addByDay(values, days.from, one))
  if (!isRunning) return { firstDay: days.from, values }
  const skipped = Math.max(0, range.from - days.from)
  return { firstDay: days.from + skipped, values: runningTotal(values).subarray(skipped) }
}

/** The same chart in parts. */
export async function makeBreakdown(
  { type, lastDay }: MetricRequest,
  named: readonly NamedSeries[],
  asked: TimeRange = {},
): Promise<Breakdown> {
  const range = toDays(lastDay, asked)
  const isRunning = type.runningTotalOf !== undefined
  const days = clippedDays(
    named.map(({ series }) => series),
    isRunning ? { from: 0, to: range.to } : range,
  )
  const skipped = isRunning ? Math.max(0, range.from - days.from) : 0
  const parts = await mapInSlices(
    eachPart(named, days),
    ([name, values]): [string, Float64Array] => [
      name,
      isRunning ? runningTotal(values).subarray(skipped) : values,
    ],
  )
  return {
    firstDay: days.from + skipped,
    days: Math.max(0, days.to - days.from + 1 - skipped),
    parts: new Map(parts),
  }
}

function toDays(lastDay: number, { start, end }: TimeRange): DayRange {
  return {
    from: start === undefined ? 0 : Math.ceil(start / DAY_SEC),
    to: end === undefined ? lastDay : Math.min(lastDay, Math.floor(end / DAY_SEC)),
  }
}

export function namedByChain(members: readonly Member[]): NamedSeries[] {
  return members.flatMap(({ perChain }) =>
    perChain.map((series) => ({ name: chains.nameOf(series.chain), series })),
  )
}

export function namedByProtocol(members: readonly Member[]): NamedSeries[] {
  return members.flatMap(({ subject, counted }) =>
    counted.map((series) => ({ name: subject.name, series })),
  )
}

export function namedByVersion(members: readonly Member[]): NamedSeries[] {
  return members.flatMap((member) =>
    member.counted.map((series) => ({ name: versionName(member, series), series })),
  )
}

export function protocolName({ subject }: Member): string {
  return subject.name
}

/** A protocol without versions is its own only one (dimensions.md#metric-names). */
export function versionName({ subject }: Member, series: DaySeries): string {
  return series.version === '' ? subject.name : series.version
}

/** `[[timestamp, value], …]`; a day without a value has no point. */
export function chartRows({ firstDay, values }: Chart): Rows {
  return list(tuple(timesOf(firstDay, values.length), values))
}

/** `[[timestamp, {name: value}], …]` */
export function breakdownRows({ firstDay, days, parts }: Breakdown): Rows {
  return list(tuple(timesOf(firstDay, days), record(parts)))
}

/** `[[timestamp, {chain: {name: value}}], …]` (dimensions.md#exclude-flags). */
export async function nestedRows(
  request: MetricRequest,
  members: readonly Member[],
  nameOf: (member: Member, series: DaySeries) => string,
  asked: TimeRange = {},
): Promise<Rows> {
  const named = members.flatMap((member) =>
    member.perChain.map((series) => ({ name: nameOf(member, series), series })),
  )
  const { from, to } = clippedDays(
    named.map(({ series }) => series),
    toDays(request.lastDay, asked),
  )
  const days = Math.max(0, to - from + 1)
  const cells = new Map<string, Cell>()
  for (const [chain, own] of Map.groupBy(named, ({ series }) => chains.nameOf(series.chain))) {
    const part = await makeBreakdown(request, own, asked)
    const columns = [...part.parts].map(([name, values]): [string, Cell] => [
      name,
      shifted(values, part.firstDay - from, days),
    ])
    cells.set(chain, record(new Map(columns)))
  }
  return list(tuple(timesOf(from, days), record(cells)))
}

function timesOf(firstDay: number, days: number): Cell {
  return computed(days, (row) => (firstDay + row) * DAY_SEC)
}

/** Charts as lists of objects, the form of the pro samples. */
export const volumePoints = Type.Array(
  namedShape('VolumePoint', { date: unixDay(), volume: usd() }),
  {
    description: 'Daily, oldest first',
  },
)
export const exampleVolumePoints = [{ date: 1_760_054_400, volume: 42_000_000 }]

export function volumePointRows({ firstDay, values }: Chart): Rows {
  const date = computed(values.length, (row) =>
    Number.isNaN(at(values, row)) ? undefined : (firstDay + row) * DAY_SEC,
  )
  return list(record({ date, volume: values }))
}
