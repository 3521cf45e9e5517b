/** Sums over series on one axis of days. What is missing stays missing: no rule turns it into 0. */

export type Value = number | null
export interface Series {
  readonly name: string
  readonly values: readonly Value[]
}

/** Series on one axis of times. */
export interface ChartData {
  readonly times: readonly number[]
  readonly series: readonly Series[]
}

/**
 * Points of several series on one axis: the union of their times, null where one has none. Points
 * without a time have no place on it.
 */
export function align(named: readonly NamedPoints[]): ChartData {
  const known = new Set<number>()
  for (const { points } of named) for (const [sec] of points) if (sec !== null) known.add(sec)
  const times = [...known].sort((a, b) => a - b)
  const place = new Map(times.map((sec, index) => [sec, index]))
  const series = named.map(({ name, points }) => {
    const values: Value[] = new Array<Value>(times.length).fill(null)
    for (const [sec, value] of points) {
      const index = sec === null ? undefined : place.get(sec)
      if (index !== undefined) values[index] = value
    }
    return { name, values }
  })
  return { times, series }
}

/** The part of an axis between two times, both included. */
export function since(
  { times, series }: ChartData,
  fromSec: number,
  toSec = Number.POSITIVE_INFINITY,
): ChartData {
  const found = times.findIndex((sec) => sec >= fromSec)
  const start = found === -1 ? times.length : found
  const end = Math.max(start, times.findLastIndex((sec) => sec <= toSec) + 1)
  return {
    times: times.slice(start, end),
    series: series.map(({ name, values }) => ({ name, values: values.slice(start, end) })),
  }
}

/** The sum at each point of those that have a value; null where none has. */
export function total(series: readonly Series[], length: number): Value[] {
  return Array.from({ length }, (_, index) => {
    let sum: Value = null
    for (const { values } of series) {
      const value = values[index]
      if (value !== null && value !== undefined) sum = (sum ?? 0) + value
    }
    return sum
  })
}

/** Each value as a percentage of the sum at its point. */
export function shares(series: readonly Series[]): Series[] {
  const length = Math.max(0, ...series.map(({ values }) => values.length))
  const sums = total(series, length)
  return series.map(({ name, values }) => ({
    name,
    values: values.map((value, index) => ratio(value, sums[index], 100)),
  }))
}

/** Each series as a multiple of its first known value that is not 0, times 100. */
export function indexed(series: readonly Series[]): Series[] {
  return series.map(({ name, values }) => {
    const first = values.find((value) => value !== null && value !== 0)
    return { name, values: values.map((value) => ratio(value, first, 100)) }
  })
}

/** Mean of the known values of the last `width` points; null until there are as many points. */
export function movingAverage(values: readonly Value[], width: number): Value[] {
  return values.map((_, index) => {
    if (index + 1 < width) return null
    const known = values
      .slice(index + 1 - width, index + 1)
      .filter((value): value is number => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}

/** Outer edges of the layers of a stack, inner first: above 0 and below it. Missing takes no room. */
export function stacked(series: readonly Series[]): Value[][] {
  const length = Math.max(0, ...series.map(({ values }) => values.length))
  const above: number[] = new Array<number>(length).fill(0)
  const below: number[] = new Array<number>(length).fill(0)
  return series.map(({ values }) =>
    Array.from({ length }, (_, index) => {
      const value = values[index]
      if (value === null || value === undefined) return null
      const base = value < 0 ? below : above
      const edge = (base[index] ?? 0) + value
      base[index] = edge
      return edge
    }),
  )
}

/** Change in percent against the value some points earlier. */
export function changeOver(values: readonly Value[], points: number): Value {
  const now = values.at(-1)
  const before = values.at(-1 - points)
  const times = ratio(now, before, 100)
  return times === null ? null : times - 100
}

export function last(values: readonly Value[]): Value {
  return values.findLast((value) => value !== null) ?? null
}

function ratio(value: Value | undefined, of: Value | undefined, factor: number): Value {
  if (value === null || value === undefined || of === null || of === undefined || of === 0)
    return null
  return (value / of) * factor
}

/** Points of a series; one without a time is left out. */
export type Points = readonly (readonly [sec: number | null, value: Value])[]

export interface NamedPoints {
  readonly name: string
  readonly points: Points
}

/** Known values with their places, in runs: one that is missing ends a run. */
export function knownRuns(
  values: readonly (Value | undefined)[],
): (readonly [place: number, value: number])[][] {
  const runs: (readonly [number, number])[][] = []
  let isOpen = false
  for (const [place, value] of values.entries()) {
    if (value === null || value === undefined) isOpen = false
    else if (isOpen) runs.at(-1)?.push([place, value])
    else {
      runs.push([[place, value]])
      isOpen = true
    }
  }
  return runs
}

/** Which of many series are drawn by name. */

export interface Choice {
  /** Series by their last value, largest first; the rest is named last. */
  readonly names: readonly string[]
  readonly shown: readonly Series[]
}

export interface ChoiceOptions {
  readonly count: number
  /** Names that were picked; those that are no series here do not count. */
  readonly only: readonly string[]
  /** Name of the sum of all others; null where a sum would mean nothing. */
  readonly restName: string | null
}

/** The largest series and the rest in one, or those that were picked. */
export function chosen(
  series: readonly Series[],
  { count, only, restName }: ChoiceOptions,
): Choice {
  const ranked = series.toSorted((a, b) => (last(b.values) ?? 0) - (last(a.values) ?? 0))
  const isAll = ranked.length <= count
  const top = isAll ? ranked : ranked.slice(0, restName === null ? count : count - 1)
  const rest = restName === null ? [] : ranked.slice(top.length)
  const names = [...ranked.map(({ name }) => name), ...(rest.length > 0 ? [restName ?? ''] : [])]
  const wanted = new Set(only.filter((name) => names.includes(name)))
  const named = wanted.size === 0 ? top : ranked.filter(({ name }) => wanted.has(name))
  const others = rest.filter(({ name }) => !wanted.has(name))
  const hasRest = others.length > 0 && (wanted.size === 0 || wanted.has(restName ?? ''))
  if (!hasRest || restName === null) return { names, shown: named }
  const length = Math.max(0, ...others.map(({ values }) => values.length))
  return { names, shown: [...named, { name: restName, values: total(others, length) }] }
}

/** The names to pick when one is switched; none for the choice by itself. The last one stays. */
export function switched(
  name: string,
  shown: readonly string[],
  byItself: readonly string[],
): readonly string[] {
  const next = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]
  if (next.length === 0) return shown
  const isSame = next.length === byItself.length && byItself.every((other) => next.includes(other))
  return isSame ? [] : next
}
