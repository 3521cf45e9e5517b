import type { SectionCurve } from './section-curve.ts'

export interface SectionPoint {
  timestamp: number
  unlocked: number
  rawEmission: number
  burned: number
  forecast?: true
}

/**
 * A section's daily points, each with what was emitted and burned up to and including its moment
 * (semantics 8.3).
 */
export function sectionPoints(section: SectionCurve, daysSec: readonly number[]): SectionPoint[] {
  const knownUntilSec = section.incomplete?.lastRecordSec ?? Number.POSITIVE_INFINITY
  return daysSec.map((timestamp) => {
    const rawEmission = section.emittedAt(timestamp)
    const burned = section.burnedAt(timestamp)
    const point = { timestamp, unlocked: rawEmission - burned, rawEmission, burned }
    return timestamp > knownUntilSec ? { ...point, forecast: true } : point
  })
}
