import type { SparkValues } from '../../../http/lists/spark.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import { rounded } from '../derive/rounded.ts'
import { yieldSamples } from '../facts.ts'

interface DayRow {
  pool: string
  day: number
  apyPct: number | null
}

/** Yields of some pools by day: the last sample of each, as in their charts. */
export async function readApySparks(
  pools: readonly string[],
  days: number,
  { snapshot, nowSec }: RequestContext,
): Promise<SparkValues> {
  const lastDay = Math.floor(nowSec / DAY_SEC)
  const where = sql`pool IN {pools:Array(String)} AND atSec >= {fromSec:UInt32}`
  const rows = await snapshot.query<DayRow>(
    sql`SELECT pool, intDiv(atSec, ${DAY_SEC}) AS day, apyPct FROM ${snapshot.current(yieldSamples, where)}
     ORDER BY pool, atSec DESC LIMIT 1 BY pool, day`,
    { pools, fromSec: (lastDay - days + 1) * DAY_SEC },
  )
  const byPool = Map.groupBy(rows, ({ pool }) => pool)
  const values = new Map(
    [...byPool].map(([pool, own]) => [
      pool,
      new Map(own.map(({ day, apyPct }) => [day, rounded(apyPct, 5) ?? undefined])),
    ]),
  )
  return { lastDay, valueOn: (pool, day) => values.get(pool)?.get(day) }
}
