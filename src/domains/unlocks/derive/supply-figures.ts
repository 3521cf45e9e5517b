import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { Category } from '../schedule.ts'
import { findChartRange } from './chart-days.ts'
import type { SectionCurve } from './section-curve.ts'

export interface SupplyFigures {
  circSupply: number | null
  circSupply30d: number | null
  totalLocked: number | null
  maxSupply: number | null
  unlocksPerDay: number | null
}

/** The first point of the daily chart after a timestamp (unlocks.md#emissions). */
export function pointAfter(atSec: number): number {
  return dayStart(atSec) + DAY_SEC
}

/**
 * What is free and what is locked (unlocks.md#emissions). Circulating, burned and locked tokens add
 * up to the most there can be (unlocks.md#burned-tokens); nothing is known of a schedule of which
 * no section has begun to be recorded.
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

type ByCategory = Partial<Record<Category, number | null>>

export interface TokenAllocation {
  current: ByCategory
  final: ByCategory
  progress: ByCategory
}

/**
 * Each category's share of all emitted tokens now and in the end, and how far it is, in percent
 * with one decimal (unlocks.md#one-emission). The shares add up to 100 exactly; as long as nothing
 * is emitted there are none.
 */
export function tokenAllocation(
  sections: readonly SectionCurve[],
  nowSec: number,
): TokenAllocation {
  const current = amounts(sections, pointAfter(nowSec))
  const final = amounts(sections, Number.POSITIVE_INFINITY)
  const progress = [...final].map(([category, amount]): [Category, number | null] => {
    const percent = ((current.get(category) ?? 0) / amount) * 100
    return [category, Number.isFinite(percent) ? Math.round(percent * 10) / 10 : null]
  })
  return {
    current: sharesOf(current),
    final: sharesOf(final),
    progress: Object.fromEntries(progress),
  }
}

function amounts(sections: readonly SectionCurve[], atSec: number): Map<Category, number> {
  const byCategory = new Map<Category, number>()
  for (const section of sections)
    byCategory.set(
      section.category,
      (byCategory.get(section.category) ?? 0) + section.emittedAt(atSec),
    )
  return byCategory
}

/** Tenths are cut off, and those left over go to the shares that lost most by it. */
function sharesOf(byCategory: ReadonlyMap<Category, number>): ByCategory {
  const sum = [...byCategory.values()].reduce((total, amount) => total + amount, 0)
  if (sum === 0)
    return Object.fromEntries([...byCategory.keys()].map((category) => [category, null]))
  const shares = [...byCategory].map(([category, amount]) => {
    const exact = (amount / sum) * 1_000
    return { category, tenths: Math.floor(exact), lost: exact - Math.floor(exact) }
  })
  const left = 1_000 - shares.reduce((total, { tenths }) => total + tenths, 0)
  for (const share of [...shares].sort((a, b) => b.lost - a.lost).slice(0, left)) share.tenths++
  return Object.fromEntries(shares.map(({ category, tenths }) => [category, tenths / 10]))
}
