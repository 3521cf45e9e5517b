import { type Coverage, coverageOfReadings, type NamedReading } from '../../../derive/coverage.ts'
import { WithCoverage } from '../../../http/with-coverage.ts'
import { placeReading } from '../derive/place-supply.ts'
import { isExpected, type Present, placeOn, standsUntil } from '../derive/present.ts'
import type { Asset, Assets } from './assets.ts'

/** Which part of the supply a total is over; absent: all of it. */
export interface CoverageScope {
  readonly chain?: string | undefined
  /** Number of the stablecoin. */
  readonly stablecoin?: number | undefined
}

/** How much of a total stands on fresh good reports, by stablecoin and chain, in US dollars. */
export function supplyCoverage(
  { byId, present }: Assets,
  { chain, stablecoin }: CoverageScope = {},
): Coverage | undefined {
  if (present === undefined) return undefined
  const members: NamedReading[] = []
  for (const asset of byId.values()) {
    if (stablecoin === undefined || asset.about.id === String(stablecoin))
      members.push(...listExpected(asset, present, chain))
  }
  return coverageOfReadings(members, present.newestSec)
}

/** The places that should be in a total; one that is missing is still expected for a while. */
function listExpected(
  { about, history, usdRate, ratesOn }: Asset,
  present: Present,
  onlyChain: string | undefined,
): NamedReading[] {
  if (history === undefined || about.deadFromSec !== null || !isExpected(history.lastSec, present))
    return []
  const day = standsUntil(history, present)
  const isMissing = day < present.day
  const rate = isMissing ? (ratesOn(day, day)[0] ?? Number.NaN) : usdRate
  return [...history.places].flatMap(([chain, parts]) => {
    const place =
      onlyChain === undefined || chain === onlyChain
        ? placeOn(history, chain, day, present)
        : undefined
    if (place === undefined || Number.isNaN(rate)) return []
    const { atSec, isCarried } = placeReading(parts)
    return {
      key: { asset: about.id, chain },
      valueUsd: place.units * rate,
      atSec,
      isCarried: isCarried || isMissing,
      isMissing,
    }
  })
}

/** The header of totals, as routes declare it. */
export const coverageHeader = {
  'X-Coverage':
    'Share (0 to 1), by value, of the supply on chains whose newest report is a fresh good one: not carried, and not more than 24 hours older than the newest of all. Stablecoins that are not dead are expected until 30 days after their last report. Absent when none is expected.',
}

/** A response with the coverage of its present total, if there is any. */
export function withCoverage(body: unknown, assets: Assets, scope?: CoverageScope): unknown {
  const coverage = supplyCoverage(assets, scope)
  return coverage === undefined ? body : new WithCoverage(body, coverage)
}
