import type { Period } from '../model/periods.ts'
import { NotYetError } from '../run/chains.ts'

/** So many failures in a row, and the rest of a turn is left to the next one. */
const MOST_IN_A_ROW = 3

export interface ReadPeriods {
  /** Periods that failed though the newest one could be read: the trouble is theirs alone. */
  unreadable: Period[]
  /** Why reading ended early, or the first of what went wrong. */
  error?: unknown
}

/**
 * Reads periods oldest first. When one fails, the newest is read before the others: an old period
 * that no node can answer any more, for which the present is waiting, would otherwise stop a job
 * for good.
 */
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
    // What is not safe yet makes everything after it wait too; when the newest fails as well, the
    // node is to blame.
    if (error.reason instanceof NotYetError || !(await canReadNewest()))
      return { unreadable: [], error: failed[0]?.error ?? error.reason }
    failed.push({ period, error: error.reason })
    if (inARow === MOST_IN_A_ROW) break
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
