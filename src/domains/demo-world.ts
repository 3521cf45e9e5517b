import type { DemoRange } from '../ingest/demo.ts'

/**
 * SQL of the moments of a stretch: every `stepSec` near its end, and midnights before that, as a real history would be kept.
 * `recentSec` says how far back the fine steps reach.
 */
export function demoMoments(range: DemoRange, stepSec: number, recentSec: number): string {
  const fineFromSec = Math.max(range.fromSec, range.toSec - recentSec)
  const every = (step: number, fromSec: number, toSec: number) => {
    const first = Math.floor(fromSec / step) + 1
    const count = Math.max(0, Math.floor(toSec / step) - first + 1)
    return `SELECT toUInt32((number + ${first}) * ${step}) AS atSec FROM numbers(${count})`
  }
  return `SELECT DISTINCT atSec FROM (${every(86_400, range.fromSec, fineFromSec)} UNION ALL ${every(stepSec, fineFromSec, range.toSec)})`
}
