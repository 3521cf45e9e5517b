const UNIT_SEC: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 }
const FORM = /^(\d+(?:\.\d+)?)?([wdhms])?$/i

/** Seconds of a number with w, d, h, m or s; bare numbers are seconds (coins.md#nearest-record). */
export function parseDuration(text: string): number | undefined {
  const match = FORM.exec(text.trim())
  if (!match || (match[1] === undefined && match[2] === undefined)) return undefined
  const amount = match[1] === undefined ? 1 : Number(match[1])
  const unitSec = UNIT_SEC[(match[2] ?? 's').toLowerCase()]
  if (unitSec === undefined || !Number.isFinite(amount)) return undefined
  return Math.round(amount * unitSec)
}
