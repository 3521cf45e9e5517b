import { at } from '../../../../lib/at.ts'
import { DAY_SEC } from '../../../../lib/clock.ts'
import { dayOf } from '../days.ts'
import { type Split, splitFactor } from '../prices/split-adjusted.ts'
import type { TaggedFigure } from './ledger.ts'

/** What one filing says of a period. */
type FigureVersion = readonly [
  periodEnd: string,
  periodStart: string,
  filed: string,
  accession: string,
  value: number,
]

/** Everything that filings say of one tag in one unit. */
export interface TagVersions {
  readonly tag: string
  readonly unit: string
  readonly versions: readonly FigureVersion[]
}

/** By the newest filing, with what the first one said; of one day by number (equities.md). */
export function figuresOf({ tag, unit, versions }: TagVersions): TaggedFigure[] {
  const periods = Map.groupBy(versions, ([end, start]) => `${start} ${end}`)
  return [...periods.values()]
    .map((ofPeriod) => ({ tag, unit, ...figureOf(ofPeriod.toSorted(byFiling)) }))
    .filter(({ startDay, endDay }) => !Number.isNaN(startDay + endDay))
}

function figureOf(versions: readonly FigureVersion[]): Omit<TaggedFigure, 'tag' | 'unit'> {
  const [end, start, firstFiled, , firstValue] = at(versions, 0)
  const [, , lastFiled, , value] = at(versions, versions.length - 1)
  const changed = versions.find((version) => version[4] === value)
  return {
    startDay: dayOf(start),
    endDay: dayOf(end),
    value,
    firstValue,
    firstFiled,
    lastFiled,
    changedFiled: changed === undefined ? lastFiled : changed[2],
  }
}

function byFiling(a: FigureVersion, b: FigureVersion): number {
  const [, , filedA, accessionA] = a
  const [, , filedB, accessionB] = b
  return filedA < filedB || (filedA === filedB && accessionA < accessionB) ? -1 : 1
}

// Companies restate figures per share in whole cents.
const CENT_ROUNDING = 0.0051

/** In shares of a timestamp; a filing counts in its own day’s (equities.md#todays-shares). */
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
