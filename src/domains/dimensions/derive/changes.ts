import { percentChange } from '../../../derive/percent-change.ts'
import type { TotalName, Totals } from './totals.ts'

export interface Changes {
  change_1d: number | null
  change_7d: number | null
  change_1m: number | null
  change_7dover7d: number | null
  change_30dover30d: number | null
}

/** The later and the earlier side of each change; the first three compare single days. */
const SIDES: Readonly<Record<keyof Changes, readonly [TotalName, TotalName]>> = {
  change_1d: ['total24h', 'total48hto24h'],
  change_7d: ['total24h', 'total7DaysAgo'],
  change_1m: ['total24h', 'total30DaysAgo'],
  change_7dover7d: ['total7d', 'total14dto7d'],
  change_30dover30d: ['total30d', 'total60dto30d'],
}

/**
 * Changes in percent, to two decimals (decision 26). There is none when the earlier side is 0 or
 * missing, nor in an overview when the later side is 0: no protocol has reported (semantics 7.4).
 */
export function changesOf(totals: Totals, isOverview: boolean): Changes {
  const change = (name: keyof Changes): number | null => {
    const [later, earlier] = SIDES[name].map((side) => totals[side])
    if (isOverview && later === 0) return null
    const percent = percentChange(earlier, later)
    return percent === null ? null : Math.round(percent * 100) / 100
  }
  return {
    change_1d: change('change_1d'),
    change_7d: change('change_7d'),
    change_1m: change('change_1m'),
    change_7dover7d: change('change_7dover7d'),
    change_30dover30d: change('change_30dover30d'),
  }
}
