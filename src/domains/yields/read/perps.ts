import type { StateDefinition } from '../../../cache/states.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Funding } from '../derive/funding-over.ts'
import { perpSamples } from '../facts.ts'

type PerpSample = RowOf<typeof perpSamples>

/** A perpetual market: its newest sample, and the fundings it settled in the thirty days before. */
export interface PerpMarket {
  newest: PerpSample
  settled: readonly Funding[]
}

const SETTLED_DAYS = 30
const REBUILD_ABOVE = 2_000

/** Every perpetual market by its id; markets that a later run touched are read again. */
export const perpState: StateDefinition<ReadonlyMap<string, PerpMarket>> = {
  name: 'yields.perps',
  reads: [perpSamples],
  build: (snapshot) => load(snapshot, undefined),
  update: async (known, snapshot, sinceRun) => {
    const touched = await snapshot.query<{ pool: string }>(
      `SELECT DISTINCT pool ${snapshot.allVersions(perpSamples, 'run > {sinceRun:UInt32}')}`,
      { sinceRun },
    )
    if (touched.length > REBUILD_ABOVE) return load(snapshot, undefined)
    const changed = await load(
      snapshot,
      touched.map(({ pool }) => pool),
    )
    return new Map([...known, ...changed])
  },
}

/** Reads some markets, or all; each depends on its own samples alone. */
async function load(
  snapshot: Snapshot,
  only: string[] | undefined,
): Promise<Map<string, PerpMarket>> {
  const where = only === undefined ? '1' : 'pool IN {only:Array(String)}'
  const params = only === undefined ? {} : { only }
  const newest = await snapshot.query<PerpSample>(
    `SELECT * EXCEPT (quality, run, recordedAt) ${snapshot.versions(perpSamples, where)} ORDER BY pool DESC, atSec DESC, run DESC LIMIT 1 BY pool`,
    params,
  )
  // Of several versions of a sample the latest run's holds; of several samples that name one
  // funding the later one does.
  const last = `SELECT pool, max(atSec) AS lastSec ${snapshot.versions(perpSamples, where)} GROUP BY pool`
  const samples = `SELECT pool, atSec, argMax(tuple(fundingTimePreviousSec, fundingRatePrevious), run) AS funding
    FROM (SELECT pool, atSec, run, fundingTimePreviousSec, fundingRatePrevious ${snapshot.versions(perpSamples, where)}) AS sample
    JOIN (${last}) AS last USING (pool) WHERE atSec + ${SETTLED_DAYS * DAY_SEC} >= lastSec GROUP BY pool, atSec`
  const settled = await snapshot.columns<{ pool: string[]; at: number[]; rate: number[] }>(
    `SELECT pool, assumeNotNull(funding.1) AS at, argMax(assumeNotNull(funding.2), atSec) AS rate FROM (${samples})
     WHERE isNotNull(funding.1) AND isNotNull(funding.2) GROUP BY pool, at ORDER BY pool, at`,
    params,
  )
  const markets = new Map(
    newest.map((row): [string, { newest: PerpSample; settled: Funding[] }] => [
      row.pool,
      { newest: row, settled: [] },
    ]),
  )
  settled.pool.forEach((pool, index) => {
    markets
      .get(pool)
      ?.settled.push({ atSec: settled.at[index] ?? 0, rate: settled.rate[index] ?? 0 })
  })
  return markets
}
