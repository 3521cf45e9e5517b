import type { Category } from '../schedule.ts'
import type { SectionCurve } from './section-curve.ts'
import { pointAfter } from './supply-figures.ts'

type ByCategory = Partial<Record<Category, number | null>>

export interface TokenAllocation {
  current: ByCategory
  final: ByCategory
  progress: ByCategory
}

/**
 * Each category's share of all emitted tokens now and in the end, and how far it is, in percent
 * with one decimal (semantics 8.2). The shares add up to 100 exactly; as long as nothing is emitted
 * there are none.
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

/**
 * Tenths of a percent are cut off, and the tenths that are left over go to those that lost most by it.
 */
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
