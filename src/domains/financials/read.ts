import type { RowsBehind } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { metricRows, readFeeReport } from '../dimensions/public.ts'
import { protocolRows } from '../registry/public.ts'
import { incentiveRows, readIncentives } from '../unlocks/public.ts'
import type { Incentives } from './derive/statement.ts'

/** By complete day, in whole dollars; `undefined` without a schedule, nothing without a token. */
export async function readDailyIncentives(
  context: RequestContext,
  ids: readonly string[],
  hasToken: boolean,
): Promise<Incentives | undefined> {
  if (!hasToken) return new Map()
  const known = (await Promise.all(ids.map((id) => readIncentives(context, id)))).filter(
    (paid) => paid !== undefined,
  )
  if (known.length === 0) return undefined
  const today = Math.floor(context.nowSec / DAY_SEC)
  const byDay = new Map<number, number | null>()
  for (const { daySec, amountUsd } of known.flat()) {
    const day = daySec / DAY_SEC
    if (day >= today) continue
    const paid = byDay.get(day)
    const before = paid === undefined ? 0 : paid
    byDay.set(day, before === null || amountUsd === null ? null : before + Math.round(amountUsd))
  }
  return byDay
}

export const statementRowsBehind: RowsBehind = async ({ values: { protocol } }, context) => {
  const { ids } = await readFeeReport(context, String(protocol), ['dailyFees'])
  return {
    ...protocolRows(ids.map((id) => ({ id }))),
    ...metricRows('fees', { protocol: ids }),
    ...(await incentiveRows(ids, context)),
  }
}
