/** "Now" comes by argument, so that windows and ages can be replayed (responses.md#clock). */
export interface Clock {
  nowMs(): number
}

export const MINUTE_SEC = 60
export const HOUR_SEC = 3_600
export const DAY_SEC = 86_400
/** The last timestamp a fact can have: times are kept in 32 bits. */
export const LATEST_UNIX_SEC = 4_294_967_295

export function createClock(frozenIso?: string): Clock {
  if (frozenIso === undefined) return { nowMs: () => Date.now() }
  const frozenMs = Date.parse(frozenIso)
  return { nowMs: () => frozenMs }
}

export function toSec(ms: number): number {
  return Math.floor(ms / 1000)
}

/** The UTC day of a timestamp, numbered from 1970. */
export function dayOf(atSec: number): number {
  return Math.floor(atSec / DAY_SEC)
}

export function dayStart(atSec: number): number {
  return atSec - (((atSec % DAY_SEC) + DAY_SEC) % DAY_SEC)
}
