import reference from '../../../../data/raise-categories.json' with { type: 'json' }
import { toLookupKey } from '../../../lib/slug.ts'

/** Number of rounds and their millions of USD; `null` when no amount is known. */
export interface RaiseTotal {
  rounds: number
  amount: number | null
}

/** Rounds whose category no group lists, so that the groups add up to the whole. */
export const OTHER_GROUP = 'Other'

/** Totals of all rounds and of each category group; an amount that is not known adds nothing. */
export function raiseTotals(
  raises: readonly { category: string | null; amount: number | null }[],
): RaiseTotal & { byCategoryGroup: Record<string, RaiseTotal> } {
  const groups = Map.groupBy(raises, ({ category }) => categoryGroup(category) ?? OTHER_GROUP)
  const named = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...totalOf(raises),
    byCategoryGroup: Object.fromEntries(named.map(([name, members]) => [name, totalOf(members)])),
  }
}

function totalOf(raises: readonly { amount: number | null }[]): RaiseTotal {
  const amounts = raises.flatMap(({ amount }) => amount ?? [])
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  // To the dollar: what adding tenths of millions leaves behind it is no money.
  return {
    rounds: raises.length,
    amount: amounts.length === 0 ? null : Math.round(sum * 1e6) / 1e6,
  }
}

const groupByCategory = new Map(
  reference.groups.flatMap(({ name, categories }) =>
    categories.map((category): [string, string] => [toLookupKey(category), name]),
  ),
)

/** The group of a category in any spelling (raises.md); `null` when no group lists it. */
export function categoryGroup(category: string | null): string | null {
  return category === null ? null : (groupByCategory.get(toLookupKey(category)) ?? null)
}
