/** A moment as the second document writes it: ISO 8601 in UTC, without fractions (decision 33). */
export function isoTime(atSec: number): string {
  return `${new Date(atSec * 1000).toISOString().slice(0, 19)}Z`
}

export function isoTimeOrNull(atSec: number | null): string | null {
  return atSec === null ? null : isoTime(atSec)
}
