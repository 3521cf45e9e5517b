import { NotYetError } from '../../sources/model/not-yet-error.ts'
import type { Period } from '../model/periods.ts'

/** After that the rest of a turn is left to the next one. */
const MAX_FAILURES_IN_A_ROW = 3

export interface ReadPeriods {
  /** Periods that failed though the newest one could be read: the trouble is theirs alone. */
  unreadable: Period[]
  /** Why reading ended early, or the first of what went wrong. */
  error?: unknown
}

/** Reads periods oldest first. After a failure the newest is next, so that old ones block nothing. */
export async function readPeriods(
  periods: readonly Period[],
  read: (period: Period) => Promise<void>,
  isStopped: () => boolean,
): Promise<ReadPeriods> {
  const left = [...periods]
  const failed: { period: Period; error: unknown }[] = []
  const canReadNewest = async () => {
    if (failed.length > 0) return true
    const newest = left.pop()
    return newest !== undefined && (await findError(read, newest)) === undefined
  }
  let inARow = 0
  for (let period = left.shift(); period !== undefined && !isStopped(); period = left.shift()) {
    const error = await findError(read, period)
    inARow = error === undefined ? 0 : inARow + 1
    if (error === undefined) continue
    // What is not safe yet makes later periods wait too; if the newest fails, the node is down.
    if (error.reason instanceof NotYetError || !(await canReadNewest()))
      return { unreadable: [], error: failed[0]?.error ?? error.reason }
    failed.push({ period, error: error.reason })
    if (inARow === MAX_FAILURES_IN_A_ROW) break
  }
  const [first] = failed
  return first === undefined
    ? { unreadable: [] }
    : { unreadable: failed.map(({ period }) => period), error: first.error }
}

async function findError(
  read: (period: Period) => Promise<void>,
  period: Period,
): Promise<{ reason: unknown } | undefined> {
  try {
    await read(period)
    return undefined
  } catch (reason) {
    return { reason }
  }
}
