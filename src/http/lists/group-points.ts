import { combine, type Rule } from './combine.ts'
import { type Granularity, inFormOf, periodStart, secOf } from './times.ts'

/** A point of a series: an object, or a tuple whose members are its places. */
export type Point = Readonly<Record<string, unknown>> | readonly unknown[]

export interface Grouping {
  readonly granularity: Granularity
  /** The member that is the time. */
  readonly time: string
  /** Members that tell several points of one time apart, such as a chain. */
  readonly by: readonly string[]
  ruleOf(member: string): Rule
}

/** One point for each period, at its start and in the order of the series. */
export function groupPoints(points: readonly Point[], grouping: Grouping): Point[] {
  const periods = new Map<string, { sec: number; points: Point[] }>()
  for (const point of points) {
    const sec = secOf(membersOf(point)[grouping.time])
    if (sec === undefined) continue
    const start = periodStart(sec, grouping.granularity)
    const key = JSON.stringify([start, ...grouping.by.map((name) => membersOf(point)[name])])
    const period = periods.get(key)
    if (period === undefined) periods.set(key, { sec: start, points: [point] })
    else period.points.push(point)
  }
  return [...periods.values()].map((period) => makePoint(period, grouping))
}

function makePoint(
  { sec, points }: { sec: number; points: readonly Point[] },
  { time, by, ruleOf }: Grouping,
): Point {
  const timeOf = (point: Point) => secOf(membersOf(point)[time]) ?? Number.NEGATIVE_INFINITY
  const ordered = points.toSorted((a, b) => timeOf(a) - timeOf(b))
  const names = [...new Set(ordered.flatMap((point) => Object.keys(point)))]
  const members = names.map((name): [string, unknown] => {
    const values = ordered.map((point) => membersOf(point)[name])
    if (name === time) return [name, inFormOf(values[0], sec)]
    return [name, combine(values, by.includes(name) ? 'last' : ruleOf(name))]
  })
  if (Array.isArray(points[0])) return members.map(([, value]) => value)
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

function membersOf(point: Point): Readonly<Record<string, unknown>> {
  return point as Readonly<Record<string, unknown>>
}
