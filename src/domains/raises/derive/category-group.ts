import reference from '../../../../data/raise-categories.json' with { type: 'json' }
import { toLookupKey } from '../../../lib/slug.ts'

const groupByCategory = new Map(
  reference.groups.flatMap(({ name, categories }) =>
    categories.map((category): [string, string] => [toLookupKey(category), name]),
  ),
)

/**
 * The group of a raise's category (semantics 8.6), whatever its case, spaces and dashes; `null` for
 * one that no group lists.
 */
export function categoryGroup(category: string | null): string | null {
  return category === null ? null : (groupByCategory.get(toLookupKey(category)) ?? null)
}
