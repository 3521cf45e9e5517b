import { DAY_SEC } from './times.ts'

type Point = readonly [sec: number | null, value: number | null]

/** Change in percent of the newest known value against that of the day some days before it. */
export function changeOverDays(points: readonly Point[], days: number): number | null {
  const [sec, value] = points.findLast((point) => point[0] !== null && point[1] !== null) ?? []
  if (sec == null || value == null) return null
  const before = points.findLast((point) => point[0] === sec - days * DAY_SEC)?.[1]
  return before == null || before === 0 ? null : (value / before - 1) * 100
}
