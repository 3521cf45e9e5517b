/** The weighted median, the lower one where two share it: always one of the values. */
export function weightedMedian<Item>(
  items: readonly Item[],
  measure: (item: Item) => readonly [value: number, weight: number],
): Item | undefined {
  const half = items.reduce((sum, item) => sum + measure(item)[1], 0) / 2
  let weight = 0
  return items
    .toSorted((a, b) => measure(a)[0] - measure(b)[0])
    .find((item) => {
      weight += measure(item)[1]
      // Sums of the same decimals differ in their last bits by the order of addition.
      return weight >= half - 1e-9
    })
}
