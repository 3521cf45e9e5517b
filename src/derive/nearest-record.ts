export interface TimedRecord {
  atSec: number
}

/** The record nearest to a timestamp within reach; of two the earlier (coins.md#price-records). */
export function findNearestRecord<R extends TimedRecord>(
  records: readonly R[],
  timeSec: number,
  widthSec: number,
): R | undefined {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((records[middle]?.atSec ?? 0) < timeSec) low = middle + 1
    else high = middle
  }
  const before = records[low - 1]
  const after = records[low]
  const beforeDistance = before === undefined ? Number.POSITIVE_INFINITY : timeSec - before.atSec
  const afterDistance = after === undefined ? Number.POSITIVE_INFINITY : after.atSec - timeSec
  const nearest = beforeDistance <= afterDistance ? before : after
  return Math.min(beforeDistance, afterDistance) <= widthSec ? nearest : undefined
}

/** The records nearest to each of some timestamps, each once, in order of time. */
export function listNearestRecords<R extends TimedRecord>(
  records: readonly R[],
  timesSec: readonly number[],
  widthSec: number,
): R[] {
  const found = timesSec.flatMap((timeSec) => findNearestRecord(records, timeSec, widthSec) ?? [])
  return [...new Set(found)].sort((a, b) => a.atSec - b.atSec)
}
