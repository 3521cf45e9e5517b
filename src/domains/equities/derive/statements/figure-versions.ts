import { at } from '../../../../lib/at.ts'
import { dayOf } from '../days.ts'
import type { TaggedFigure } from './ledger.ts'

/** What one filing says of a period. */
export type FigureVersion = readonly [
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

/**
 * Figures by the newest filing, with what the first one said; filings of one day go by their number
 * (semantics 10.2). A period without valid dates has none.
 */
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
