import type { SparkValues } from '../../../http/lists/spark.ts'
import type { RequestContext } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC, dayOf, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { chains } from '../../registry/public.ts'
import { newestSecOf, recordValues } from '../derive/record-values.ts'
import { readChainHistory } from './place-records.ts'
import { recentTvlState } from './recent.ts'
import { readDailyRecords } from './series.ts'

/** TVL of some protocols by day: the first record of each, as in their charts. */
export async function readProtocolSparks(
  ids: readonly string[],
  days: number,
  { snapshot, states }: RequestContext,
): Promise<SparkValues> {
  const recent = await states.get(recentTvlState, snapshot)
  const lastDay = dayOf(newestSecOf(recent))
  const range = { startSec: Math.max(0, lastDay - days + 1) * DAY_SEC, endSec: LATEST_UNIX_SEC }
  const daily = await readDailyRecords(snapshot, ids, range)
  const byId = new Map(
    [...daily].map(([id, records]) => [
      id,
      new Map(
        records.map(({ dateSec, rows }) => [
          dayOf(dateSec),
          recordValues(rows, (key) => chains.nameOf(key)).tvl,
        ]),
      ),
    ]),
  )
  return { lastDay, valueOn: (id, day) => byId.get(id)?.get(day) }
}

/** TVL of some chains, by their names, as in their charts. */
export async function readChainSparks(
  names: readonly string[],
  _: number,
  context: RequestContext,
): Promise<SparkValues> {
  const wanted = new Set(names)
  const byName = new Map<string, ReadonlyMap<number, number>>()
  let lastDay = 0
  for (const [key, { datesSec, tvlUsd }] of await readChainHistory(context)) {
    const points = datesSec.map((sec, index): [number, number] => [dayOf(sec), at(tvlUsd, index)])
    lastDay = Math.max(lastDay, points.at(-1)?.[0] ?? 0)
    const name = chains.nameOf(key)
    if (wanted.has(name)) byName.set(name, new Map(points))
  }
  return { lastDay, valueOn: (name, day) => byName.get(name)?.get(day) }
}
