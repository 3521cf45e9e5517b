import { type DaySeries, emptySeries, withValues } from './derive/day-series.ts'
import type { Member, Subject } from './derive/members.ts'

/** A series by day number → value, in a line. */
export function seriesOf(
  values: Record<number, number>,
  place: Partial<DaySeries> = {},
): DaySeries {
  const days = Object.keys(values).map(Number)
  const firstDay = Math.min(...days)
  const dense = new Float64Array(days.length === 0 ? 0 : Math.max(...days) - firstDay + 1).fill(
    Number.NaN,
  )
  for (const day of days) dense[day - firstDay] = values[day] ?? Number.NaN
  const none = { ...emptySeries({ protocol: '1', version: '', chain: 'ethereum' }), ...place }
  return withValues(none, { firstDay, values: dense }, (_, added) => added)
}

export function member(
  name: string,
  all: readonly DaySeries[],
  subject: Partial<Subject> = {},
): Member {
  const described: Subject = {
    id: name,
    name,
    slug: name.toLowerCase(),
    category: 'Dexs',
    tags: [],
    type: 'protocol',
    isDoubleCounted: false,
    protocol: undefined,
    ...subject,
  }
  return { subject: described, all, counted: all, perChain: all }
}
