import { type DaySeries, valueAt } from './day-series.ts'

/** A kind of fee figure that can be worked out as one given figure less another. */
interface Split {
  readonly of: string
  readonly less: string
  /** Only for protocols that have a token: without one nobody holds it. */
  readonly needsToken?: true
}

/**
 * Semantics 7.4: which missing figures follow from which others. Only figures that were reported
 * are taken off.
 */
export const SPLITS: Readonly<Record<string, Split>> = {
  dailySupplySideRevenue: { of: 'dailyFees', less: 'dailyRevenue' },
  dailyRevenue: { of: 'dailyFees', less: 'dailySupplySideRevenue' },
  dailyHoldersRevenue: { of: 'dailyRevenue', less: 'dailyProtocolRevenue', needsToken: true },
  dailyProtocolRevenue: { of: 'dailyRevenue', less: 'dailyHoldersRevenue' },
}

export type SeriesByType = ReadonlyMap<string, ReadonlyMap<string, DaySeries>>

/** What makes two series of different kinds belong together. */
export function placeOf({
  protocol,
  version,
  chain,
}: Pick<DaySeries, 'protocol' | 'version' | 'chain'>): string {
  return `${protocol}\n${version}\n${chain}`
}

/**
 * The series of a kind with its missing days worked out from the others, day by day. A reported day
 * stays as it is, and a difference below zero is no value: then the sources contradict each other.
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
  const wholes =
    split.of === 'dailyRevenue'
      ? withMissingSplits(given, split.of, hasToken)
      : (given.get(split.of) ?? new Map())
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

/**
 * The known series with its gaps filled by `whole − part`; `undefined` when there is nothing to
 * fill.
 */
function complete(
  known: DaySeries | undefined,
  whole: DaySeries,
  part: DaySeries,
): DaySeries | undefined {
  const firstDay = Math.min(known?.firstDay ?? whole.firstDay, whole.firstDay)
  const endDay = Math.max(
    known === undefined ? 0 : known.firstDay + known.length,
    whole.firstDay + whole.length,
  )
  const values = new Float64Array(endDay - firstDay).fill(Number.NaN)
  if (known !== undefined)
    values.set(known.values.subarray(0, known.length), known.firstDay - firstDay)
  let isDerived = false
  for (let day = whole.firstDay; day < whole.firstDay + whole.length; day++) {
    const difference = valueAt(whole, day) - valueAt(part, day)
    // Also false for NaN: a side that is missing leaves the day missing.
    if (!(difference >= 0) || !Number.isNaN(values[day - firstDay])) continue
    values[day - firstDay] = difference
    isDerived = true
  }
  if (!isDerived) return undefined
  const { protocol, version, chain } = whole
  return {
    protocol,
    version,
    chain,
    firstDay,
    length: values.length,
    values,
    isLabelled: known?.isLabelled ?? false,
    isDerived,
  }
}
