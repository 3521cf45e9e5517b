import Type from 'typebox'
import type { CoveredMember } from '../../../derive/coverage.ts'
import { percent } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { WithCoverage } from '../../../http/with-coverage.ts'
import { averagesOf } from '../derive/averages.ts'
import { changesOf } from '../derive/changes.ts'
import { coverageOf } from '../derive/coverage.ts'
import type { Measured } from '../derive/measured.ts'
import type { Totals } from '../derive/totals.ts'

/** What the figures of all metrics are in. */
export const UNIT = 'US dollars, or a count for active-users'

const total = (description: string) =>
  nullable(Type.Number({ description: `${description}; ${UNIT}` }))
const change = (description: string) => nullable(percent(description))

/** Every window and change, under the names that clients read. D is the last complete UTC day. */
export const figuresSchema = {
  total24h: total(
    'D, or the day before where D is late. Levels such as open interest: the end of the day',
  ),
  total48hto24h: total('The day before D'),
  total7d: total('Seven days. Levels: the average, here and in the longer windows'),
  total14dto7d: total('The seven days before'),
  total30d: total('30 days'),
  total60dto30d: total('The 30 days before'),
  total1y: total('365 days'),
  total7DaysAgo: total('The single day seven days before D'),
  total30DaysAgo: total('The single day 30 days before D'),
  totalAllTime: total('All days. Levels: null'),
  average1y: total('Per day with a record, over a year'),
  monthlyAverage1y: total('The same for a month of 30.44 days'),
  change_1d: change('total24h against total48hto24h'),
  change_7d: change('total24h against total7DaysAgo'),
  change_1m: change('total24h against total30DaysAgo'),
  change_30d: change('The same as change_1m'),
  change_7dover7d: change('total7d against total14dto7d'),
  change_30dover30d: change('total30d against total60dto30d'),
}

/** The figures of one chain. */
export const chainFigures = namedShape('ChainFigures', figuresSchema)

/** Whole dollars (decision 26); what is not known stays so. */
export function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}

export function figuresOf(
  totals: Totals,
  kind: 'flow' | 'level',
  isOverview: boolean,
): Record<keyof typeof figuresSchema, number | null> {
  const { average1y, monthlyAverage1y } = averagesOf(totals, kind)
  const changes = changesOf(totals, isOverview)
  return {
    total24h: whole(totals.total24h),
    total48hto24h: whole(totals.total48hto24h),
    total7d: whole(totals.total7d),
    total14dto7d: whole(totals.total14dto7d),
    total30d: whole(totals.total30d),
    total60dto30d: whole(totals.total60dto30d),
    total1y: whole(totals.total1y),
    total7DaysAgo: whole(totals.total7DaysAgo),
    total30DaysAgo: whole(totals.total30DaysAgo),
    totalAllTime: whole(totals.totalAllTime),
    average1y: whole(average1y),
    monthlyAverage1y: whole(monthlyAverage1y),
    ...changes,
    change_30d: changes.change_1m,
  }
}

export const exampleFigures = {
  total24h: 42_000_000,
  total48hto24h: 40_000_000,
  total7d: 280_000_000,
  total14dto7d: 260_000_000,
  total30d: 1_200_000_000,
  total60dto30d: 1_100_000_000,
  total1y: 15_000_000_000,
  total7DaysAgo: 39_000_000,
  total30DaysAgo: 38_000_000,
  totalAllTime: 60_000_000_000,
  average1y: 41_000_000,
  monthlyAverage1y: 1_248_040_000,
  change_1d: 5,
  change_7d: 7.69,
  change_1m: 10.53,
  change_30d: 10.53,
  change_7dover7d: 7.69,
  change_30dover30d: 9.09,
}

/** The header of every total, as routes declare it. */
export const coverageHeader = {
  'X-Coverage':
    'Share (0 to 1) of the protocols expected to report for the last complete day that did, by their last 30 days. Absent when none is expected.',
}

/** An answer with the coverage of its total. */
export function withCoverage(body: unknown, measured: readonly Measured[]): unknown {
  const share = coverageOf(measured.map(({ totals }) => totals))
  if (share === undefined) return body
  const members = measured.flatMap(({ member: { subject }, totals }): CoveredMember[] => {
    const { total30d, yearDays } = totals
    const state = yearDays[0] === 1 ? 'fresh' : 'missing'
    const key = { protocol: subject.id }
    return total30d === null ? [] : [{ key, state, worth: Math.abs(total30d), atSec: null }]
  })
  return new WithCoverage(body, { share, members })
}
