import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { Category } from '../schedule.ts'
import { findChartRange } from './chart-days.ts'
import type { SectionCurve } from './section-curve.ts'

/** The first point of the daily chart after a timestamp (unlocks.md#emissions). */
export function pointAfter(atSec: number): number {
  return dayStart(atSec) + DAY_SEC
}

/**
 * What is free and what is locked: circulating, burned and locked tokens add up to the most there
 * can be (unlocks.md#emissions, unlocks.md#burned-tokens).
 */
export function supplyFigures(
  sections: readonly SectionCurve[],
  total: number | null,
  nowSec: number,
) {
  const range = findChartRange(sections)
  if (range === undefined) {
    const unknown = { circSupply: null, circSupply30d: null, totalLocked: null }
    return { ...unknown, maxSupply: total, unlocksPerDay: null }
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

/** Shares by category, which add up to 100, and progress (unlocks.md#one-emission). */
export function tokenAllocation(sections: readonly SectionCurve[], nowSec: number) {
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
  for (const { category, emittedAt } of sections)
    byCategory.set(category, (byCategory.get(category) ?? 0) + emittedAt(atSec))
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
