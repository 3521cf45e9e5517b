import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { Protocol } from '../../registry/public.ts'
import { newestTokensState } from './newest-tokens.ts'
import { readFirstTokens, readTokensBefore, type TimedTokenRow } from './series.ts'

/**
 * Tokens of a day: those of its first record. A child of a family that has no record that day still
 * holds what it held before, so that a gap is not a flow; without a record of anybody there is
 * nothing.
 */
export async function readTokensOfDay(
  family: readonly Protocol[],
  daySec: number,
  snapshot: Snapshot,
): Promise<TimedTokenRow[]> {
  const ids = family.map((member) => member.id)
  const rows = await readFirstTokens(snapshot, ids, {
    startSec: daySec,
    endSec: daySec + DAY_SEC - 1,
  })
  const present = new Set(rows.map((row) => row.protocol))
  const absent = ids.filter((id) => !present.has(id))
  if (rows.length === 0 || absent.length === 0) return rows
  return [...rows, ...(await readTokensBefore(snapshot, absent, daySec - 1))]
}

/** Tokens of the newest records, or of the newest at or before a moment. */
export async function readNewestTokens(
  family: readonly Protocol[],
  untilSec: number | undefined,
  { snapshot, states }: RequestContext,
): Promise<TimedTokenRow[]> {
  const ids = family.map((member) => member.id)
  if (untilSec !== undefined) return readTokensBefore(snapshot, ids, untilSec)
  const newest = await states.get(newestTokensState, snapshot)
  return ids.flatMap((protocol) => {
    const record = newest.get(protocol)
    return record === undefined
      ? []
      : record.rows.map((row) => ({ ...row, protocol, atSec: record.newestSec }))
  })
}
