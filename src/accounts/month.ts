/** A calendar month in UTC, the period of an allowance. */
export interface Month {
  /** `2026-03` */
  name: string
  startMs: number
  endMs: number
  /** `YYYY-MM-DD`, the first day of the next month (decision 3). */
  resetDate: string
}

export function monthOf(nowMs: number): Month {
  const date = new Date(nowMs)
  const startMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const endMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  return { name: isoDate(startMs).slice(0, 7), startMs, endMs, resetDate: isoDate(endMs) }
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
