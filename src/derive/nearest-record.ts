export interface TimedRecord {
  atSec: number
}

/**
 * The record nearest to a moment within `widthSec` on either side; of two equally near ones the
 * earlier (semantics 3.1). `records` are in order of time.
 */
export function findNearestRecord<R extends TimedRecord>(
  records: readonly R[],
  momentSec: number,
  widthSec: number,
): R | undefined {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((records[middle]?.atSec ?? 0) < momentSec) low = middle + 1
    else high = middle
  }
  const before = records[low - 1]
  const after = records[low]
  const beforeDistance = before === undefined ? Number.POSITIVE_INFINITY : momentSec - before.atSec
  const afterDistance = after === undefined ? Number.POSITIVE_INFINITY : after.atSec - momentSec
  const nearest = beforeDistance <= afterDistance ? before : after
  return Math.min(beforeDistance, afterDistance) <= widthSec ? nearest : undefined
}

/** The records nearest to each of some moments, each once, in order of time. */
export function listNearestRecords<R extends TimedRecord>(
  records: readonly R[],
  momentsSec: readonly number[],
  widthSec: number,
): R[] {
  const found = momentsSec.flatMap(
    (momentSec) => findNearestRecord(records, momentSec, widthSec) ?? [],
  )
  return [...new Set(found)].sort((a, b) => a.atSec - b.atSec)
}
