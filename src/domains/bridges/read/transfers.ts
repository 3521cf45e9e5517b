import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { likelyStretch } from '../derive/likely-stretch.ts'
import type { DayFlows } from './day-flows.ts'
import { readNewest, type Transfer, type TransferQuestion } from './transfer-rows.ts'

// How many transfers are looked through for those from a chain, and how much further each time too
// few were found.
const LOOKED_THROUGH = 60_000
const FURTHER = 8

/**
 * The newest transfers that fit, `limit` at most, newest first. Rows lie by bridge, so those of all
 * bridges are read from the days that hold as many as are wanted.
 */
export async function readTransfers(
  snapshot: Snapshot,
  question: TransferQuestion,
  flows: DayFlows,
): Promise<Transfer[]> {
  const { limit, sourceChain, party } = question
  const tables = question.bridges.flatMap((bridge) => [
    ...(flows.get(bridge)?.chains.values() ?? []),
  ])
  const countOf = (day: number) =>
    tables.reduce((sum, table) => sum + table.get(day, 2) + table.get(day, 3), 0)
  const firstSec = Math.min(...tables.map((table) => table.firstDay)) * DAY_SEC
  const endSec = Math.max(...tables.map((table) => table.endDay)) * DAY_SEC
  const startSec = Math.max(question.fromSec, firstSec)
  let toSec = Math.min(question.toSec, endSec - 1, question.after?.atSec ?? endSec)
  const found: Transfer[] = []
  if (toSec < startSec) return found
  const ofAllBridges = [...flows.keys()].every((bridge) => question.bridges.includes(bridge))
  const whole = { ...question, ofAllBridges, fromSec: startSec, toSec }
  if (party !== undefined) return readNewest(snapshot, whole)
  let wanted = sourceChain === undefined ? limit : LOOKED_THROUGH
  while (toSec >= startSec && found.length < limit) {
    const { fromSec } = likelyStretch(countOf, { fromSec: startSec, toSec }, wanted)
    found.push(
      ...(await readNewest(snapshot, { ...whole, fromSec, toSec, limit: limit - found.length })),
    )
    toSec = fromSec - 1
    wanted = sourceChain === undefined ? limit - found.length : wanted * FURTHER
  }
  return found
}
