/** A calendar month in UTC, the period of an allowance. */
export interface Month {
  /** `2026-03` */
  name: string
  startMs: number
  endMs: number
  /** `YYYY-MM-DD`, the first day of the next month (account.md#usage). */
  resetDate: string
}

export function monthOf(nowMs: number): Month {
  const date = new Date(nowMs)
  const startMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const endMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  return { name: dayOf(startMs).slice(0, 7), startMs, endMs, resetDate: dayOf(endMs) }
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
