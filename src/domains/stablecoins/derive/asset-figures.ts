import type { AssetHistory } from './asset-history.ts'
import { type Present, placeOn } from './present.ts'

/**
 * What circulates at present and a day, a week and a month before; `null` when that is not known.
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

const UNKNOWN: Figures = {
  current: null,
  prevDay: null,
  prevWeek: null,
  prevMonth: null,
  isCarried: false,
}

/**
 * Present and earlier supply of a stablecoin on each chain and in total (semantics 4.4): the
 * figures of the charts on those days.
 */
export function assetFigures(
  history: AssetHistory | undefined,
  present: Present | undefined,
): AssetFigures {
  if (history === undefined || present === undefined) return { ...UNKNOWN, byChain: new Map() }
  const each = [...history.places.keys()].map((chain): [string, Figures] => {
    const on = (daysAgo: number) => placeOn(history, chain, present.day - daysAgo, present)
    const current = on(0)
    const figures = {
      current: current?.units ?? null,
      prevDay: on(1)?.units ?? null,
      prevWeek: on(7)?.units ?? null,
      prevMonth: on(30)?.units ?? null,
      isCarried: current?.isCarried ?? false,
    }
    return [chain, figures]
  })
  const sum = (of: (figures: Figures) => number | null) =>
    sumKnown(each.map(([, figures]) => of(figures)))
  const byMost = [...each].sort(
    ([a, { current: x }], [b, { current: y }]) => (y ?? -1) - (x ?? -1) || (a < b ? -1 : 1),
  )
  return {
    current: sum(({ current }) => current),
    prevDay: sum(({ prevDay }) => prevDay),
    prevWeek: sum(({ prevWeek }) => prevWeek),
    prevMonth: sum(({ prevMonth }) => prevMonth),
    isCarried: each.some(([, { isCarried }]) => isCarried),
    byChain: new Map(byMost),
  }
}

/** The sum of what is known, in the order of the chains; `null` when nothing is. */
function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null)
}
