import type { StateDefinition } from '../../../cache/states.ts'
import { assetFlows, daysUntil, type FlowDay } from '../derive/asset-flows.ts'
import { flowRows } from '../derive/flow-rows.ts'
import { type Institution, institutionsState } from './institutions.ts'

/** Flows of an asset by day, of all approved transactions, and the same written out. */
interface WrittenFlows {
  readonly days: readonly FlowDay[]
  readonly rows: Buffer
}

interface Flows {
  /** Whose transactions these are: one that is another object now has others. */
  readonly institutions: readonly Institution[]
  readonly byAsset: ReadonlyMap<string, WrittenFlows>
}

/**
 * Flows of every asset, those of days to come among them; a new transaction makes only its asset be
 * written again.
 */
export const flowsState: StateDefinition<Flows> = {
  name: 'dat.flows',
  reads: institutionsState.reads,
  build: async (snapshot, states) =>
    bringUpToDate(
      { institutions: [], byAsset: new Map() },
      (await states.get(institutionsState, snapshot)).all,
    ),
  update: async (known, snapshot, _, states) =>
    bringUpToDate(known, (await states.get(institutionsState, snapshot)).all),
}

function bringUpToDate(known: Flows, institutions: readonly Institution[]): Flows {
  const [before, now] = [new Set(known.institutions), new Set(institutions)]
  const touched = new Set([...before.symmetricDifference(now)].flatMap(({ dealtIn }) => dealtIn))
  const fresh = assetFlows(
    institutions.flatMap(({ approved }) => approved.filter(({ asset }) => touched.has(asset))),
  )
  const kept = [...known.byAsset].filter(([asset]) => !touched.has(asset))
  const written = [...fresh].map(([asset, days]): [string, WrittenFlows] => [
    asset,
    { days, rows: Buffer.from(flowRows(days)) },
  ])
  return {
    institutions,
    byAsset: new Map([...kept, ...written].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** Rows of each asset up to a day, of the assets that have any. */
export function listFlowRows(
  { byAsset }: Flows,
  today: number,
): (readonly [asset: string, rows: Buffer])[] {
  return [...byAsset].flatMap(([asset, { days, rows }]) => {
    const until = daysUntil(days, today)
    if (until.length === 0) return []
    return [[asset, until === days ? rows : Buffer.from(flowRows(until))] as const]
  })
}
