import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { bridgeTransfers, UNDONE_SQL } from '../facts.ts'
import type { DayFlows } from './day-flows.ts'

/** Some bridges in a stretch of time, both ends included. */
export interface Stretch {
  readonly bridges: readonly number[]
  readonly fromSec: number
  readonly toSec: number
}

const WITHIN =
  'bridge IN {bridges:Array(Int64)} AND atSec BETWEEN {fromSec:UInt32} AND {toSec:UInt32}'

/**
 * SQL, to follow SELECT …, of the transfers of a stretch that are served; `where` may narrow it by
 * what no later version changes.
 */
export function transfersSql(
  snapshot: Snapshot,
  stretch: Stretch,
  flows: DayFlows,
  where = '1',
): string {
  const within = `${WITHIN} AND (${where})`
  // Where no runs mix every row is the only version of its transfer: picking the newest, which
  // reads all hashes, can be spared.
  return mayHaveVersions(stretch, flows)
    ? `FROM ${snapshot.current(bridgeTransfers, within)} WHERE NOT ${UNDONE_SQL}`
    : snapshot.versions(bridgeTransfers, `${within} AND NOT ${UNDONE_SQL}`)
}

/** Whether a transfer of a stretch may have more than one version. */
export function mayHaveVersions({ bridges, fromSec, toSec }: Stretch, flows: DayFlows): boolean {
  return bridges.some((bridge) => {
    const spans = flows.get(bridge)?.spans
    if (spans === undefined) return false
    const lastDay = Math.min(spans.endDay - 1, Math.floor(toSec / DAY_SEC))
    for (let day = Math.max(spans.firstDay, Math.floor(fromSec / DAY_SEC)); day <= lastDay; day++) {
      if (spans.get(day, 3) > fromSec && spans.get(day, 2) <= toSec) return true
    }
    return false
  })
}
