import { DAY_SEC } from '../../../../lib/clock.ts'
import { dayOf } from '../days.ts'
import { type Split, splitFactor } from '../prices/split-adjusted.ts'
import type { TaggedFigure } from './ledger.ts'

// Companies restate figures per share in whole cents.
const CENT_ROUNDING = 0.0051

/**
 * Share counts and figures per share in the shares of a moment (decision 186). A filing counts in
 * the shares of its own day, for all periods it shows.
 */
export function inTodaysShares(
  figures: readonly TaggedFigure[],
  splits: readonly Split[],
  untilSec: number,
): readonly TaggedFigure[] {
  if (splits.length === 0) return figures
  return figures.map((figure) => {
    const power = powerOf(figure.unit)
    if (power === 0) return figure
    const adjusted = (value: number, filed: string) =>
      value * splitFactor(splits, dayOf(filed) * DAY_SEC, untilSec) ** power
    const value = adjusted(figure.value, figure.lastFiled)
    const firstValue = adjusted(figure.firstValue, figure.firstFiled)
    return {
      ...figure,
      value,
      firstValue: isRestated(figure, value, firstValue) ? firstValue : value,
    }
  })
}

/** Counts grow with a split, figures per share shrink, amounts stay. */
function powerOf(unit: string): -1 | 0 | 1 {
  if (unit === 'shares') return 1
  return unit.endsWith('/shares') ? -1 : 0
}

/** What differs by no more than a rounded cent was filed again in new shares, and not restated. */
function isRestated({ unit }: TaggedFigure, value: number, firstValue: number): boolean {
  const slack = unit === 'shares' ? Math.abs(value) * 1e-3 : CENT_ROUNDING
  return Math.abs(value - firstValue) > slack
}
