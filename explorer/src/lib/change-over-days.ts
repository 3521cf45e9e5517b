import { DAY_SEC } from './times.ts'

type Point = readonly [sec: number | null, value: number | null]

/** Change in percent of the newest known value against that of the day some days before it. */
export function changeOverDays(points: readonly Point[], days: number): number | null {
  const [sec, value] = points.findLast((point) => point[0] !== null && point[1] !== null) ?? []
  if (sec == null || value == null) return null
  const day = dayOf(sec) - days
  const before = points.findLast((point) => point[0] !== null && dayOf(point[0]) === day)?.[1]
  return before == null || before === 0 ? null : (value / before - 1) * 100
}

function dayOf(sec: number): number {
  return Math.floor(sec / DAY_SEC)
}
