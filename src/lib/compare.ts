/** The order of two texts, by their code units, or of two numbers. */
export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b)
}
