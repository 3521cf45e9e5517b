import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { likelyStretch } from '../derive/likely-stretch.ts'
import type { DayFlows } from './day-flows.ts'
import { countUpTo, readStretch, type Transfer, type TransferQuestion } from './transfer-rows.ts'

// A stretch with more rows than these is cut before it is sorted.
const MAX_SORTED = 20_000
// How many transfers are looked through for those that fit a condition, and how much further each
// time too few were found.
const LOOKED_THROUGH = 60_000
const FURTHER = 8
const CUT_TO = 1 / 4

/**
 * The newest transfers that fit, `limit` at most, newest first. It is known how many transfers each
 * day has, so the stretch that must be read is known as well, or nearly so: no more is read and
 * sorted than the answer needs.
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
  const startSec = Math.max(
    question.fromSec,
    Math.min(...tables.map((table) => table.firstDay)) * DAY_SEC,
  )
  const endSec = Math.min(
    question.toSec,
    Math.max(...tables.map((table) => table.endDay)) * DAY_SEC - 1,
  )
  const found: Transfer[] = []
  let toSec = Math.min(endSec, question.after?.atSec ?? endSec)
  const ofAllBridges = [...flows.keys()].every((bridge) => question.bridges.includes(bridge))
  const whole = { ...question, ofAllBridges, fromSec: startSec, toSec }
  if (toSec < startSec) return found
  if (party !== undefined && (await countUpTo(snapshot, whole, MAX_SORTED)) <= MAX_SORTED) {
    await readStretch(snapshot, whole, flows, found)
    return found
  }
  const isFiltered = sourceChain !== undefined || party !== undefined
  let wanted = isFiltered ? LOOKED_THROUGH : limit
  for (let round = 0; toSec >= startSec && found.length < limit; round++) {
    const likely = likelyStretch(countOf, { fromSec: startSec, toSec }, wanted)
    const mayBeLarge = isFiltered ? party !== undefined && round > 0 : likely.rows > MAX_SORTED
    const fromSec = mayBeLarge
      ? await narrow(snapshot, { ...whole, fromSec: likely.fromSec, toSec }, likely.rows)
      : likely.fromSec
    await readStretch(snapshot, { ...whole, fromSec, toSec }, flows, found)
    toSec = fromSec - 1
    wanted = isFiltered ? wanted * FURTHER : limit - found.length
  }
  return found
}

/**
 * The start of the newest part of a stretch of so many transfers that has few enough rows to be
 * sorted at once.
 */
async function narrow(
  snapshot: Snapshot,
  question: TransferQuestion,
  rows: number,
): Promise<number> {
  const { toSec, party } = question
  // Transfers come evenly enough for a first guess; those of an address nobody knows.
  const share = party === undefined ? Math.min(1, MAX_SORTED / 2 / rows) : 1
  let fromSec = toSec - Math.floor((toSec - question.fromSec) * share)
  while (
    fromSec < toSec &&
    (await countUpTo(snapshot, { ...question, fromSec }, MAX_SORTED)) > MAX_SORTED
  ) {
    fromSec = toSec - Math.floor((toSec - fromSec) * CUT_TO)
  }
  return fromSec
}
