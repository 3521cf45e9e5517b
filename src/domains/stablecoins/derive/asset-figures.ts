import { DAY_SEC } from '../../../lib/clock.ts'
import type { AssetHistory } from './asset-history.ts'
import { earlierSupply, type ReportsAround } from './earlier-supply.ts'
import { type Present, placeOn } from './present.ts'

/**
 * What circulates at present and 24 hours, 7 and 30 days before; `null` when that is not known.
 */
export interface Figures {
  readonly current: number | null
  readonly prevDay: number | null
  readonly prevWeek: number | null
  readonly prevMonth: number | null
  /** The present figure is carried. */
  readonly isCarried: boolean
}

export interface AssetFigures extends Figures {
  /** By chain, the one with the most first; chains without a present figure come last. */
  readonly byChain: ReadonlyMap<string, Figures>
}

/** Something for each of the earlier moments. */
export interface Earlier<T> {
  readonly day: T
  readonly week: T
  readonly month: T
}

const UNKNOWN: Figures = {
  current: null,
  prevDay: null,
  prevWeek: null,
  prevMonth: null,
  isCarried: false,
}

/** The moments that lists compare with: decision 180. */
export function earlierMoments({ newestSec }: Present): Earlier<number> {
  return {
    day: newestSec - DAY_SEC,
    week: newestSec - 7 * DAY_SEC,
    month: newestSec - 30 * DAY_SEC,
  }
}

/**
 * Present and earlier supply of a stablecoin on each chain and in total (semantics 4.4). `reports`
 * are those around the earlier moments.
 */
export function assetFigures(
  history: AssetHistory | undefined,
  present: Present | undefined,
  reports: Earlier<readonly ReportsAround[]>,
): AssetFigures {
  if (history === undefined || present === undefined) return { ...UNKNOWN, byChain: new Map() }
  const moments = earlierMoments(present)
  const day = earlierSupply(history, reports.day, moments.day, present)
  const week = earlierSupply(history, reports.week, moments.week, present)
  const month = earlierSupply(history, reports.month, moments.month, present)
  const each = currentByChain(history, present).map(([chain, own]): [string, Figures] => [
    chain,
    {
      ...own,
      prevDay: day.get(chain) ?? null,
      prevWeek: week.get(chain) ?? null,
      prevMonth: month.get(chain) ?? null,
    },
  ])
  const inOrder = [...each].sort(([a], [b]) => (a < b ? -1 : 1))
  const sum = (of: (figures: Figures) => number | null) =>
    sumKnown(inOrder.map(([, figures]) => of(figures)))
  return {
    current: sum(({ current }) => current),
    prevDay: sum(({ prevDay }) => prevDay),
    prevWeek: sum(({ prevWeek }) => prevWeek),
    prevMonth: sum(({ prevMonth }) => prevMonth),
    isCarried: each.some(([, { isCarried }]) => isCarried),
    byChain: new Map(each),
  }
}

/** What circulates on each chain at present: the one with the most first, unknown ones last. */
export function currentByChain(
  history: AssetHistory | undefined,
  present: Present | undefined,
): [chain: string, Pick<Figures, 'current' | 'isCarried'>][] {
  if (history === undefined || present === undefined) return []
  const each = [...history.places.keys()].map(
    (chain): [string, Pick<Figures, 'current' | 'isCarried'>] => {
      const place = placeOn(history, chain, present.day, present)
      return [chain, { current: place?.units ?? null, isCarried: place?.isCarried ?? false }]
    },
  )
  return each.sort(
    ([a, { current: x }], [b, { current: y }]) => (y ?? -1) - (x ?? -1) || (a < b ? -1 : 1),
  )
}

/** The sum of what is known, in the order of the chains; `null` when nothing is. */
function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null)
}
