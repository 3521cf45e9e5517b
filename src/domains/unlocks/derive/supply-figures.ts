import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { findChartRange } from './chart-days.ts'
import type { SectionCurve } from './section-curve.ts'

export interface SupplyFigures {
  circSupply: number | null
  circSupply30d: number | null
  totalLocked: number | null
  maxSupply: number | null
  unlocksPerDay: number | null
}

/** The point of the daily chart that stands for a moment: the first after it (semantics 8.1). */
export function pointAfter(atSec: number): number {
  return dayStart(atSec) + DAY_SEC
}

/**
 * What is free and what is locked (semantics 8.1). Circulating, burned and locked tokens add up to
 * the most there can be (decision 91); nothing is known of a schedule of which no section has begun
 * to be recorded.
 */
export function supplyFigures(
  sections: readonly SectionCurve[],
  total: number | null,
  nowSec: number,
): SupplyFigures {
  const range = findChartRange(sections)
  if (range === undefined) {
    return {
      circSupply: null,
      circSupply30d: null,
      totalLocked: null,
      maxSupply: total,
      unlocksPerDay: null,
    }
  }
  const pointSec = pointAfter(nowSec)
  const emitted = emittedAt(sections, pointSec)
  const maxSupply = total ?? emittedAt(sections, Number.POSITIVE_INFINITY)
  return {
    circSupply: unlockedAt(sections, pointSec),
    circSupply30d: unlockedAt(sections, pointAfter(nowSec - 30 * DAY_SEC)),
    totalLocked: Math.max(0, maxSupply - emitted),
    maxSupply,
    unlocksPerDay:
      range.lastSec <= nowSec ? null : emitted - emittedAt(sections, pointSec - DAY_SEC),
  }
}

function emittedAt(sections: readonly SectionCurve[], atSec: number): number {
  return sections.reduce((sum, section) => sum + section.emittedAt(atSec), 0)
}

function unlockedAt(sections: readonly SectionCurve[], atSec: number): number {
  return sections.reduce(
    (sum, section) => sum + section.emittedAt(atSec) - section.burnedAt(atSec),
    0,
  )
}
