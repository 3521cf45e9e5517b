/**
 * What something amounts to: tokens, `null` when not known, and US dollars for one of them, `NaN`
 * when not known.
 */
export interface Worth {
  units: number | null
  usdRate: number
}

/**
 * Largest value in US dollars first; then what has no value, by units; then what has no units.
 * Equal ones stay in their order.
 */
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
