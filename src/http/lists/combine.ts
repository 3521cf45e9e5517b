/** How the values of a period become one: levels and prices take the last, flows add up. */
export type Rule = 'last' | 'sum' | 'first' | 'max' | 'min'

type Values = Readonly<Record<string, unknown>>

/** One value for those of a period, oldest first. Unknown ones never count as 0. */
export function combine(values: readonly unknown[], rule: Rule): unknown {
  const known = values.filter((value) => value !== null && value !== undefined)
  if (known.length === 0) return values.some((value) => value === null) ? null : undefined
  if (rule === 'last') return known.at(-1)
  if (rule === 'first') return known[0]
  if (known.every((value) => typeof value === 'number')) return combineNumbers(known, rule)
  return known.every(isMap) ? combineMembers(known, rule) : known.at(-1)
}

function combineNumbers(values: readonly number[], rule: Rule): number {
  return values.reduce((all, value) => {
    if (rule === 'max') return Math.max(all, value)
    return rule === 'min' ? Math.min(all, value) : all + value
  })
}

/** Values by name, such as by chain: each name has what its own values come to. */
function combineMembers(maps: readonly Values[], rule: Rule): Values {
  const names = new Set(maps.flatMap((map) => Object.keys(map)))
  const members = [...names].map((name) => [
    name,
    combine(
      maps.map((map) => map[name]),
      rule,
    ),
  ])
  return Object.fromEntries(members)
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
