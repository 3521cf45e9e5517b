import { type DaySeries, daysOf, valueAt } from './day-series.ts'

/** A kind of fee figure that can be worked out as one given figure less another. */
interface Split {
  readonly of: string
  readonly less: string
  /** Only for protocols that have a token: without one there are no holders. */
  readonly needsToken?: true
}

/** dimensions.md#derived-figures: which missing figures follow from which reported ones. */
export const SPLITS: Readonly<Record<string, Split>> = {
  dailySupplySideRevenue: { of: 'dailyFees', less: 'dailyRevenue' },
  dailyRevenue: { of: 'dailyFees', less: 'dailySupplySideRevenue' },
  dailyHoldersRevenue: { of: 'dailyRevenue', less: 'dailyProtocolRevenue', needsToken: true },
  dailyProtocolRevenue: { of: 'dailyRevenue', less: 'dailyHoldersRevenue' },
}

export type SeriesByType = ReadonlyMap<string, ReadonlyMap<string, DaySeries>>

/** A kind of figure with those that its values may be worked out from. */
export function typesBehind(dataType: string): string[] {
  const split = SPLITS[dataType]
  return split === undefined
    ? [dataType]
    : [...new Set([dataType, ...typesBehind(split.of), split.less])]
}

/** What makes two series of different kinds belong together. */
export function placeOf({
  protocol,
  version,
  chain,
}: Pick<DaySeries, 'protocol' | 'version' | 'chain'>): string {
  return `${protocol}\n${version}\n${chain}`
}

/**
 * A kind's series with missing days worked out. A reported day stays; a difference below zero is no
 * value: then the sources contradict each other.
 */
export function withMissingSplits(
  given: SeriesByType,
  dataType: string,
  hasToken: (protocol: string) => boolean,
): ReadonlyMap<string, DaySeries> {
  const reported = given.get(dataType) ?? new Map<string, DaySeries>()
  const split = SPLITS[dataType]
  if (split === undefined) return reported
  // Revenue may itself have to be worked out first, from figures that were reported.
  const wholes = withMissingSplits(given, split.of, hasToken)
  const parts = given.get(split.less) ?? new Map<string, DaySeries>()
  const completed = new Map(reported)
  for (const [place, whole] of wholes) {
    const part = parts.get(place)
    if (part === undefined || (split.needsToken && !hasToken(whole.protocol))) continue
    const series = complete(reported.get(place), whole, part)
    if (series !== undefined) completed.set(place, series)
  }
  return completed
}

/** The known series with its gaps filled by `whole − part`; `undefined` when there is none to fill. */
function complete(
  known: DaySeries | undefined,
  whole: DaySeries,
  part: DaySeries,
): DaySeries | undefined {
  const { from, to } = daysOf(known === undefined ? [whole] : [known, whole])
  let isDerived = false
  const values = new Float64Array(to - from + 1).map((_, index) => {
    const reported = known === undefined ? Number.NaN : valueAt(known, from + index)
    if (!Number.isNaN(reported)) return reported
    const difference = valueAt(whole, from + index) - valueAt(part, from + index)
    // Also false for NaN: a side that is missing leaves the day missing.
    if (!(difference >= 0)) return Number.NaN
    isDerived = true
    return difference
  })
  if (!isDerived) return undefined
  const { protocol, version, chain } = whole
  const isLabelled = known?.isLabelled ?? false
  return { protocol, version, chain, firstDay: from, values, isLabelled, isDerived }
}
