import type { RequestContext } from '../../../http/route.ts'
import { dayOf } from '../../../lib/clock.ts'
import { visitDailyTvl } from '../../tvl/public.ts'
import { Attribution, midnights } from '../derive/attribution.ts'
import type { PointRange } from '../derive/chart-days.ts'
import type { ChartTotals } from '../derive/chart-groups.ts'
import { membersState } from './members.ts'
import { CHART_READS, newestAttributionState } from './newest.ts'

/** Everything charts are made from, and the points that were requested. */
export interface Charts {
  totals: Required<ChartTotals>
  range: PointRange
}

export async function readCharts(
  context: RequestContext,
  { start, end }: { start: number | undefined; end: number | undefined },
): Promise<Charts> {
  const { snapshot, states } = context
  const { names } = await states.get(membersState, snapshot)
  const newest = await states.get(newestAttributionState, snapshot)
  return {
    totals: {
      daily: await readDailyTotals(context),
      newest: newest.totals,
      nameOf: (original) => names.get(original) ?? original,
    },
    range: { newestSec: newest.atSec, startSec: start, endSec: end },
  }
}

/** Totals of all groups day by day: a chart over all protocols needs every record there is. */
function readDailyTotals({ snapshot, states }: RequestContext): Promise<Attribution> {
  return states.memo('attribution.daily', CHART_READS, snapshot, async () => {
    const { list } = await states.get(membersState, snapshot)
    const newest = await states.get(newestAttributionState, snapshot)
    const totals = new Attribution()
    const byId = new Map(list.map((member) => [member.id, member]))
    const scope = { protocols: list, newestDay: dayOf(newest.atSec) }
    await visitDailyTvl(snapshot, scope, (id, places) => {
      const member = byId.get(id)
      if (member !== undefined) totals.add(member, places, midnights)
    })
    return totals
  })
}
