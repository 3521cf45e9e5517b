import type { UsdLine } from './without-gaps.ts'

/**
 * A line that is nowhere above another, which covers all its days: an active market cap whose gap
 * was interpolated can otherwise end up above the on-chain one (decision 130).
 */
export function notAbove(line: UsdLine, limit: UsdLine): UsdLine {
  const shift = line.firstDay - limit.firstDay
  return {
    ...line,
    usd: line.usd.map((usd, index) => Math.min(usd, limit.usd[index + shift] ?? usd)),
  }
}
