import { amongKeys } from '../../../cache/among-keys.ts'
import { keyedState } from '../../../cache/state.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { eachRow } from '../../../lib/each-row.ts'
import { sql } from '../../../lib/sql.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Funding } from '../derive/funding-over.ts'
import { perpSamples } from '../facts.ts'

type PerpSample = RowOf<typeof perpSamples>

/** A perpetual market: its newest sample, and the fundings it settled in the thirty days before. */
export interface PerpMarket {
  newest: PerpSample
  settled: readonly Funding[]
}

const SETTLED_DAYS = 30

/** Every perpetual market by its id. */
export const perpState = keyedState<string, PerpMarket>({
  name: 'yields.perps',
  reads: [perpSamples],
  key: sql`pool`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`pool`, keys)
    const newest = await snapshot.query<PerpSample>(
      sql`SELECT * EXCEPT (quality, run, recordedAt) FROM ${snapshot.current(perpSamples, where)}
       ORDER BY pool, atSec DESC LIMIT 1 BY pool`,
      { keys },
    )
    // Of several samples that name one funding the later one counts.
    const last = sql`SELECT pool, max(atSec) AS lastSec ${snapshot.versions(perpSamples, where)} GROUP BY pool`
    const settled = await snapshot.columns<{ pool: string[]; at: number[]; rate: number[] }>(
      sql`SELECT pool, assumeNotNull(fundingTimePreviousSec) AS at, argMax(assumeNotNull(fundingRatePrevious), atSec) AS rate
       FROM ${snapshot.current(perpSamples, where)} AS sample JOIN (${last}) AS last USING (pool)
       WHERE atSec + ${SETTLED_DAYS * DAY_SEC} >= lastSec AND isNotNull(fundingTimePreviousSec) AND isNotNull(fundingRatePrevious)
       GROUP BY pool, at ORDER BY pool, at`,
      { keys },
    )
    const fundings = Map.groupBy(eachRow(settled), ({ pool }) => pool)
    return newest.map((row): [string, PerpMarket] => [
      row.pool,
      {
        newest: row,
        settled: (fundings.get(row.pool) ?? []).map(({ at: atSec, rate }) => ({ atSec, rate })),
      },
    ])
  },
})
