import type { CoveredMember } from '../../../derive/coverage.ts'
import { number, percent } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { WithCoverage } from '../../../http/with-coverage.ts'
import { field, record } from '../../../records/record.ts'
import type { Measured } from '../derive/measured.ts'
import { averagesOf, changesOf, coverageOf, mapTotals, type Totals } from '../derive/totals.ts'

/** What the figures of all metrics are in. */
export const UNIT = 'US dollars, or a count for active-users'

const total = (description: string, example: number | null) =>
  field(nullable(number(`${description}; ${UNIT}`)), example)
const change = (description: string) => nullable(percent(description))

/** Every window and change, under the names that clients read. D is the last complete UTC day. */
const figures = record({
  total24h: total(
    'D, or the day before where D is late. Levels such as open interest: the end of the day',
    42_000_000,
  ),
  total48hto24h: total('The day before D', 40_000_000),
  total7d: total('Seven days. Levels: the average, here and in the longer windows', 280_000_000),
  total14dto7d: total('The seven days before', 260_000_000),
  total30d: total('30 days', 1_200_000_000),
  total60dto30d: total('The 30 days before', 1_100_000_000),
  total1y: total('365 days', 15_000_000_000),
  total7DaysAgo: total('The single day seven days before D', 39_000_000),
  total30DaysAgo: total('The single day 30 days before D', 38_000_000),
  totalAllTime: total('All days. Levels: null', 60_000_000_000),
  average1y: total('Per day with a record, over a year', 41_000_000),
  monthlyAverage1y: total('The same for a month of 30.44 days', 1_248_040_000),
  change_1d: field(change('total24h against total48hto24h'), 5),
  change_7d: field(change('total24h against total7DaysAgo'), 7.69),
  change_1m: field(change('total24h against total30DaysAgo'), 10.53),
  change_30d: field(change('The same as change_1m'), 10.53, 'change_1m'),
  change_7dover7d: field(change('total7d against total14dto7d'), 7.69),
  change_30dover30d: field(change('total30d against total60dto30d'), 9.09),
})
export const figuresSchema = figures.members
export const exampleFigures = figures.example

/** The figures of one chain. */
export const chainFigures = namedShape('ChainFigures', figuresSchema)

/** Whole dollars (responses.md#precision); what is not known stays so. */
export function whole(value: number | null): number | null {
  return value === null ? null : Math.round(value)
}

export function figuresOf(totals: Totals, kind: 'flow' | 'level', isOverview: boolean) {
  const { average1y, monthlyAverage1y } = averagesOf(totals, kind)
  const { change_30d, ...members } = figures.item({
    ...mapTotals((name) => whole(totals[name])),
    average1y: whole(average1y),
    monthlyAverage1y: whole(monthlyAverage1y),
    ...changesOf(totals, isOverview),
  })
  // Responses have it after the changes that it repeats one of.
  return { ...members, change_30d }
}

/** The header of every total, as routes declare it. */
export const coverageHeader = {
  'X-Coverage':
    'Share (0 to 1) of the protocols expected to report for the last complete day that did, by their last 30 days. Absent when none is expected.',
}

/** A response with the coverage of its total. */
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
