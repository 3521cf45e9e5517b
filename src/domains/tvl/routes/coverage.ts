import type { Coverage } from '../../../derive/coverage.ts'
import { WithCoverage } from '../../../http/with-coverage.ts'

const READ =
  'whose newest reading is a fresh good one: not carried, and not more than 24 hours older than the newest of all'

function coverageOfTotal(ofWhat: string, absent: string) {
  return { 'X-Coverage': `Share (0 to 1), by value, of the ${ofWhat} ${READ}. Absent ${absent}.` }
}

/** The header of totals, as routes declare it. */
export const coverageHeader = coverageOfTotal(
  'protocols in the total that are not dead',
  'when there is none',
)
/** The same where `end` may cut off what it speaks of. */
export const seriesCoverageHeader = coverageOfTotal(
  'protocols in the newest point that are not dead',
  'when there is none, or when the newest point is not part of the answer',
)
export const assetCoverageHeader = coverageOfTotal(
  'assets in the totals of the chains',
  'when there is none',
)

/** An answer with the coverage of its total, if that is known. */
export function withCoverage(body: unknown, coverage: Coverage | undefined): unknown {
  return coverage === undefined ? body : new WithCoverage(body, coverage)
}
