/** The weighted median, the lower one where two share it: always one of the values. */
export function weightedMedian<Item>(
  items: readonly Item[],
  orderOf: (item: Item) => number,
  weightOf: (item: Item) => number,
): Item | undefined {
  const half = items.reduce((sum, item) => sum + weightOf(item), 0) / 2
  let weight = 0
  return items
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .find((item) => {
      weight += weightOf(item)
      // Sums of the same decimals differ in their last bits by the order of addition.
      return weight >= half - 1e-9
    })
}
