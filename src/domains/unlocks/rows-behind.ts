import type { RowFilters, RowsBehind } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { coinRows, priceTableState } from '../coins/public.ts'
import { protocolRows, registryState } from '../registry/public.ts'
import { getNamedEmission } from './derive/find-emission.ts'
import { emissionsState } from './read/emissions.ts'
import type { Schedule } from './schedule.ts'

interface Scheduled {
  readonly id: string
  readonly schedule: Pick<Schedule, 'protocolIds' | 'token'>
}

export const unlockRowsBehind: RowsBehind = async ({ values: { protocol } }, context) => {
  const { snapshot, states } = context
  const { list, broken } = await states.get(emissionsState, snapshot)
  const registry = await states.get(registryState, snapshot)
  const chosen =
    typeof protocol === 'string' ? [getNamedEmission(protocol, list, broken, registry)] : list
  const ids = chosen.flatMap(({ schedule }) => schedule.protocolIds).map((id) => ({ id }))
  return { ...protocolRows(ids), ...(await scheduleRows(chosen, context)) }
}

/** A schedule counts for the first protocol it names (unlocks.md#incentives). */
export async function incentiveRows(
  protocolIds: readonly string[],
  context: RequestContext,
): Promise<RowFilters> {
  const { list } = await context.states.get(emissionsState, context.snapshot)
  const own = list.filter(({ schedule }) => protocolIds.includes(schedule.protocolIds[0] ?? ''))
  return scheduleRows(own, context)
}

/** Schedules, what was recorded of them, and their tokens with prices. */
async function scheduleRows(
  scheduled: readonly Scheduled[],
  { snapshot, states }: RequestContext,
): Promise<RowFilters> {
  const ids = scheduled.map(({ id }) => id)
  const coins = scheduled.map(({ schedule }) => schedule.token)
  return {
    ...coinRows(coins, await states.get(priceTableState, snapshot)),
    unlock_schedules: { columns: { id: ids } },
    unlock_records: { columns: { schedule: ids } },
  }
}
