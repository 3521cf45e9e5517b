/**
 * Whether a loan to value can be right (semantics 5.4): a fraction from 0 to 1. One that is not
 * known does not speak against a market.
 */
export function hasPlausibleLtv(ltv: number | null): boolean {
  return ltv === null || (ltv >= 0 && ltv <= 1)
}
