/**
 * Institutions by what their treasury is worth, largest first; of equal ones the lower id, and
 * those of unknown value last.
 */
export function rankByValue<
  T extends { readonly id: number; readonly totalUsdValue: number | null },
>(institutions: readonly T[]): T[] {
  const value = ({ totalUsdValue }: T) => totalUsdValue ?? Number.NEGATIVE_INFINITY
  return institutions.toSorted((a, b) =>
    value(a) === value(b) ? a.id - b.id : value(b) - value(a),
  )
}
