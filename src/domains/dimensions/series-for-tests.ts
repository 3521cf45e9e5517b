import { type DaySeries, daysOf } from './derive/day-series.ts'
import type { Member, Subject } from './derive/members.ts'

/** A series by day number → value, in a line. */
export function seriesOf(
  values: Record<number, number>,
  place: Partial<DaySeries> = {},
): DaySeries {
  const entries = Object.entries(values).map(([day, value]) => [Number(day), value] as const)
  const { from, to } = daysOf(
    entries.map(([firstDay, value]) => ({ firstDay, values: Float64Array.of(value) })),
  )
  const dense = new Float64Array(to - from + 1).fill(Number.NaN)
  for (const [day, value] of entries) dense[day - from] = value
  return {
    ...{ protocol: '1', version: '', chain: 'ethereum', isLabelled: false, isDerived: false },
    ...{ firstDay: from, values: dense },
    ...place,
  }
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
