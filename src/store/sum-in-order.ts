/**
 * SQL of a sum of floats that is the same bit by bit however the engine splits its work: the parts are added in the order of `by`.
 * A plain `sum` depends on which thread was first, and then two servers with the same data would give two answers under one tag.
 */
export function sumInOrder(value: string, by: string): string {
  return `arraySum(arrayMap(part -> part.2, arraySort(groupArray((${by}, ${value})))))`
}
