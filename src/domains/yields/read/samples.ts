import { DAY_SEC } from '../../../lib/clock.ts'
import type { RowOf } from '../../../store/fact.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { ApySeries } from '../derive/apy-series.ts'
import { yieldSamples } from '../facts.ts'

/** What a pool held and paid at a moment. */
export type Sample = Omit<RowOf<typeof yieldSamples>, 'pool' | 'kind'>

type Columns<R> = { [N in keyof R]: R[N][] } & Record<string, unknown[]>
type SampleColumns = Columns<Sample & { pool: string }>

const VALUES = Object.keys(yieldSamples.values).filter((name) => name !== 'kind')
/** SQL of the columns of a sample. */
const SAMPLE_COLUMNS = ['pool', 'atSec', ...VALUES].join(', ')
// What is read of so many pools at once stays some tens of megabytes, also when they are measured
// every hour.
const MOST_POOLS_AT_ONCE = 2_000

/** The sample in a row of columns. */
function sampleAt(columns: SampleColumns, index: number): Sample {
  return {
    atSec: columns.atSec[index] ?? 0,
    tvlUsd: columns.tvlUsd[index] ?? 0,
    apyPct: columns.apyPct[index] ?? null,
    apyBasePct: columns.apyBasePct[index] ?? null,
    apyRewardPct: columns.apyRewardPct[index] ?? null,
    il7dPct: columns.il7dPct[index] ?? null,
    apyBase7dPct: columns.apyBase7dPct[index] ?? null,
    apyBaseInceptionPct: columns.apyBaseInceptionPct[index] ?? null,
    volume1dUsd: columns.volume1dUsd[index] ?? null,
    volume7dUsd: columns.volume7dUsd[index] ?? null,
    pricePerShare: columns.pricePerShare[index] ?? null,
  }
}

/**
 * Samples of later runs by pool, in order of time; `undefined` when there are more rows than
 * `most`.
 */
export async function readSince(
  snapshot: Snapshot,
  sinceRun: number,
  most: number,
): Promise<Map<string, Sample[]> | undefined> {
  const later = snapshot.versions(yieldSamples, 'run > {sinceRun:UInt32}')
  const rows = await snapshot.columns<SampleColumns>(
    `SELECT ${SAMPLE_COLUMNS} ${later} ORDER BY pool, atSec, run LIMIT {limit:UInt32}`,
    {
      sinceRun,
      limit: most + 1,
    },
  )
  if (rows.pool.length > most) return undefined
  const byPool = new Map<string, Sample[]>()
  rows.pool.forEach((pool, index) => {
    const samples = byPool.get(pool) ?? []
    if (samples.length === 0) byPool.set(pool, samples)
    // Of several versions of one moment the last one holds.
    if (samples.at(-1)?.atSec === rows.atSec[index]) samples.pop()
    samples.push(sampleAt(rows, index))
  })
  return byPool
}

/** Yields of some pools in stretches of time, each pool's in order. */
export async function readNear(
  snapshot: Snapshot,
  pools: readonly string[],
  stretches: readonly { fromSec: number; toSec: number }[],
): Promise<Map<string, ApySeries>> {
  const isNear = stretches
    .map((_, index) => `atSec BETWEEN {from${index}:UInt32} AND {to${index}:UInt32}`)
    .join(' OR ')
  const bounds = stretches.flatMap(({ fromSec, toSec }, index) => [
    [`from${index}`, Math.max(0, fromSec)],
    [`to${index}`, Math.max(0, toSec)],
  ])
  // Few pools are found one by one; of many, whatever lies between two ids is read, which is
  // quicker than picking them out.
  const isAsked =
    pools.length <= MOST_POOLS_AT_ONCE
      ? 'pool IN {some:Array(String)}'
      : 'pool BETWEEN {first:String} AND {last:String}'
  const versions = snapshot.versions(yieldSamples, `${isAsked} AND (${isNear})`)
  const byPool = new Map<string, { times: number[]; apysPct: number[] }>()
  const sorted = [...pools].sort()
  for (let start = 0; start < sorted.length; start += MOST_POOLS_AT_ONCE) {
    const some = sorted.slice(start, start + MOST_POOLS_AT_ONCE)
    const asked =
      pools.length <= MOST_POOLS_AT_ONCE ? { some } : { first: some[0], last: some.at(-1) }
    const params = { ...asked, ...Object.fromEntries(bounds) }
    addYields(
      byPool,
      await snapshot.columns<YieldColumns>(
        `SELECT pool, atSec, apyPct ${versions} ORDER BY pool, atSec, run`,
        params,
      ),
    )
  }
  return byPool
}

type YieldColumns = Columns<{ pool: string; atSec: number; apyPct: number | null }>

function addYields(
  byPool: Map<string, { times: number[]; apysPct: number[] }>,
  rows: YieldColumns,
): void {
  rows.pool.forEach((pool, index) => {
    const series = byPool.get(pool) ?? { times: [], apysPct: [] }
    if (series.times.length === 0) byPool.set(pool, series)
    // Of several versions of one moment the last one holds; one without a yield is no yield.
    if (series.times.at(-1) === rows.atSec[index]) {
      series.times.pop()
      series.apysPct.pop()
    }
    const apyPct = rows.apyPct[index] ?? null
    if (apyPct === null) return
    series.times.push(rows.atSec[index] ?? 0)
    series.apysPct.push(apyPct)
  })
}

/** The newest sample of each pool that a condition names; it may only hold bound parameters. */
export async function readNewest(
  snapshot: Snapshot,
  where: string,
  params: Record<string, unknown>,
): Promise<Map<string, Sample>> {
  // Read backwards in the order of the table, the first row of each pool is its newest.
  const newest = await snapshot.columns<SampleColumns>(
    `SELECT ${SAMPLE_COLUMNS} ${snapshot.versions(yieldSamples, where)} ORDER BY pool DESC, atSec DESC, run DESC LIMIT 1 BY pool`,
    params,
  )
  return new Map(newest.pool.map((pool, index) => [pool, sampleAt(newest, index)]))
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
  const versions = snapshot.versions(yieldSamples, 'pool = {pool:String}')
  const rows = await snapshot.columns<Columns<ChartDay>>(
    `SELECT ${CHART_COLUMNS.join(', ')} ${versions} ORDER BY atSec DESC, run DESC LIMIT 1 BY intDiv(atSec, ${DAY_SEC})`,
    { pool },
  )
  const days = rows.atSec.map((atSec, index) => ({
    atSec,
    tvlUsd: rows.tvlUsd[index] ?? 0,
    apyPct: rows.apyPct[index] ?? null,
    apyBasePct: rows.apyBasePct[index] ?? null,
    apyRewardPct: rows.apyRewardPct[index] ?? null,
    il7dPct: rows.il7dPct[index] ?? null,
    apyBase7dPct: rows.apyBase7dPct[index] ?? null,
    pricePerShare: rows.pricePerShare[index] ?? null,
  }))
  return days.reverse()
}
