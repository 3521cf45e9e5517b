import { WithCoverage } from '../../../http/with-coverage.ts'
import type { Assets } from '../read/assets.ts'
import { type CoverageScope, supplyCoverage } from '../read/coverage.ts'

/** The header of totals, as routes declare it. */
export const coverageHeader = {
  'X-Coverage':
    'Share (0 to 1), by value, of the supply on chains whose newest report is a fresh good one: not carried, and not more than 24 hours older than the newest of all. Stablecoins that are not dead are expected until 30 days after their last report. Absent when none is expected.',
}

/** An answer with the coverage of its present total, if there is any. */
export function withCoverage(body: unknown, assets: Assets, scope?: CoverageScope): unknown {
  const coverage = supplyCoverage(assets, scope)
  return coverage === undefined ? body : new WithCoverage(body, coverage)
}
