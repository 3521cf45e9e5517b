import type { Body } from '../../api/request.ts'
import { choice } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

type Report = Raise['reports'][number]

export type Raise = Raises['raises'][number]

export type Raises = Body<'listRaises'>

export const RAISE_GROUPS = {
  group: ({ categoryGroup }: Raise) => [categoryGroup],
  category: ({ category }: Raise) => [category],
  round: ({ round }: Raise) => [round],
  lead: ({ leadInvestors }: Raise) => leadInvestors,
} as const

export const raiseKeys = {
  ...seriesKeys,
  by: choice(['group', 'category', 'round', 'lead'], 'group'),
}

export function usdOf(millions: number | null): number | null {
  return millions === null ? null : millions * 1e6
}

const SIZES: readonly (readonly [over: number, name: string])[] = [
  [100, 'over $100 M'],
  [10, '$10 M to 100 M'],
  [0, 'under $10 M'],
]

export function sizeOf({ amount }: Pick<Raise, 'amount'>): string {
  if (amount === null) return 'not said'
  return SIZES.find(([over]) => amount >= over)?.[1] ?? 'not said'
}

export interface Differing extends Report {
  readonly name: string
}

/** Reports of the rounds about which reporters say different things. */
export function differing(raises: readonly Raise[]): Differing[] {
  return raises.flatMap(({ name, reports = [] }) => {
    const said = (member: 'round' | 'amount' | 'valuation') =>
      new Set(reports.flatMap((report) => report[member] ?? [])).size
    const isAgreed = said('round') < 2 && said('amount') < 2 && said('valuation') < 2
    return isAgreed ? [] : reports.map((report) => ({ ...report, name }))
  })
}
