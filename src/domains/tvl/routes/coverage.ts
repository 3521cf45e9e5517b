import type { Coverage } from '../../../derive/coverage.ts'
import type { RequestContext } from '../../../http/route.ts'
import { WithCoverage } from '../../../http/with-coverage.ts'
import { countsInChainTotals, type Registry, registryState } from '../../registry/public.ts'
import { type Newest, tvlCoverage } from '../derive/tvl-coverage.ts'
import { recentTvlState } from '../read/recent.ts'

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
  'when there is none, or when the newest point is not part of the response',
)
export const assetCoverageHeader = coverageOfTotal(
  'assets in the totals of the chains',
  'when there is none',
)

/** A response with the coverage of its total, if that is known. */
export function withCoverage(body: unknown, coverage: Coverage | undefined): unknown {
  return coverage === undefined ? body : new WithCoverage(body, coverage)
}

/** The coverage of the totals of chains, or of one of them. */
export function chainCoverage(registry: Registry, recent: Newest, chain?: string) {
  return tvlCoverage(registry.listChildren().filter(countsInChainTotals), recent, chain)
}

/** A series of chains with the coverage of its newest point, if that is a part of it. */
export async function withNewestCoverage(
  points: readonly { date: number }[],
  newestSec: number | undefined,
  { snapshot, states }: Pick<RequestContext, 'snapshot' | 'states'>,
  chain?: string,
): Promise<unknown> {
  if (points.at(-1)?.date !== newestSec) return points
  const registry = await states.get(registryState, snapshot)
  const recent = await states.get(recentTvlState, snapshot)
  return withCoverage(points, chainCoverage(registry, recent, chain))
}
