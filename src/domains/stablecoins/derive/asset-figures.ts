import { DAY_SEC } from '../../../lib/clock.ts'
import type { AssetHistory } from './asset-history.ts'
import { earlierSupply, type ReportsAround } from './earlier-supply.ts'
import { type Present, placeOn } from './present.ts'

/** The earlier timestamps that lists compare with: stablecoins.md#earlier-supply. */
const DAYS_BEFORE = { prevDay: 1, prevWeek: 7, prevMonth: 30 } as const
export const EARLIER = ['prevDay', 'prevWeek', 'prevMonth'] as const
type Name = (typeof EARLIER)[number]

/** Something for each of them. */
export type Earlier<T> = Readonly<Record<Name, T>>

export function eachEarlier<T>(make: (name: Name) => T): Earlier<T> {
  return Object.fromEntries(EARLIER.map((name) => [name, make(name)])) as Earlier<T>
}

/** What circulates at present and at the earlier timestamps; `null` when that is not known. */
export interface Figures extends Earlier<number | null> {
  readonly current: number | null
  /** The present figure is carried. */
  readonly isCarried: boolean
}

export interface AssetFigures extends Figures {
  /** By chain, the one with the most first; chains without a present figure come last. */
  readonly byChain: ReadonlyMap<string, Figures>
}

export function earlierTimestamps({ newestSec }: Present): Earlier<number> {
  return eachEarlier((name) => newestSec - DAYS_BEFORE[name] * DAY_SEC)
}

/** Present and earlier supply, from reports around then (stablecoins.md#lists-and-charts). */
export function assetFigures(
  history: AssetHistory | undefined,
  present: Present | undefined,
  reports: Earlier<readonly ReportsAround[]> | undefined,
): AssetFigures {
  const timestamps = present && earlierTimestamps(present)
  const earlier = eachEarlier((name) =>
    history === undefined || present === undefined || timestamps === undefined
      ? new Map<string, number>()
      : earlierSupply(history, reports?.[name] ?? [], timestamps[name], present),
  )
  const each = currentByChain(history, present).map(([chain, own]): [string, Figures] => [
    chain,
    { ...own, ...eachEarlier((name) => earlier[name].get(chain) ?? null) },
  ])
  const inOrder = [...each].sort(([a], [b]) => (a < b ? -1 : 1))
  const sum = (of: 'current' | Name) => sumKnown(inOrder.map(([, figures]) => figures[of]))
  return {
    current: sum('current'),
    ...eachEarlier(sum),
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

/** Tokens, `null` when not known, and US dollars for one of them, `NaN` when not known. */
export interface Worth {
  units: number | null
  usdRate: number
}

/** Largest value first, then by units what has no value, then what has no units; stable. */
export function byValue<T>(items: readonly T[], worthOf: (item: T) => Worth): T[] {
  const rank = (item: T): [group: number, amount: number] => {
    const { units, usdRate } = worthOf(item)
    if (units === null) return [2, 0]
    return Number.isNaN(usdRate) ? [1, units] : [0, units * usdRate]
  }
  const ranked = items.map((item) => ({ item, rank: rank(item) }))
  return ranked
    .sort((a, b) => a.rank[0] - b.rank[0] || b.rank[1] - a.rank[1])
    .map(({ item }) => item)
}
