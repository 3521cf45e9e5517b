import { DAY_SEC } from '../../../lib/clock.ts'
import { identifiers, type Sql, sql } from '../../../lib/sql.ts'
import type { SqlParams } from '../../../store/engine.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { yieldSamples } from '../facts.ts'

/** What a pool held and paid at a moment. */
export type Sample = Omit<RowOf<typeof yieldSamples>, 'pool' | 'kind'>

const VALUES = Object.keys(yieldSamples.values).filter((name) => name !== 'kind')

/** The newest sample of each pool that a condition names; it may only hold bound parameters. */
export async function readNewest(
  snapshot: Snapshot,
  where: Sql,
  params: SqlParams,
): Promise<Map<string, Sample>> {
  const rows = await snapshot.query<Sample & { pool: string }>(
    sql`SELECT pool, atSec, ${identifiers(VALUES)} FROM ${snapshot.current(yieldSamples, where)}
     ORDER BY pool DESC, atSec DESC LIMIT 1 BY pool`,
    params,
  )
  return new Map(rows.map(({ pool, ...sample }) => [pool, sample]))
}

const CHART_COLUMNS = [
  'atSec',
  'tvlUsd',
  'apyPct',
  'apyBasePct',
  'apyRewardPct',
  'il7dPct',
  'apyBase7dPct',
  'pricePerShare',
] as const

/** What a chart shows of a sample: the engine opens a file for each column more. */
export type ChartDay = Pick<Sample, (typeof CHART_COLUMNS)[number]>

/** The last sample of each UTC day of a pool, in order of time (semantics 5.3). */
export async function readDays(snapshot: Snapshot, pool: string): Promise<ChartDay[]> {
  const rows = await snapshot.query<ChartDay>(
    sql`SELECT ${identifiers(CHART_COLUMNS)} FROM ${snapshot.current(yieldSamples, sql`pool = {pool:String}`)}
     ORDER BY atSec DESC LIMIT 1 BY intDiv(atSec, ${DAY_SEC})`,
    { pool },
  )
  return rows.reverse()
}
