// Less than this is nothing.
const DUST = 1e-6
// What adding and subtracting large figures leaves behind, as a part of the largest.
const ROUNDING = 1e-12

/**
 * Semantics 4.1: minted + bridged in − unreleased − what other chains report as bridged out of this
 * one. What is nothing but dust or rounding is 0; `NaN` when it is negative, which no supply can
 * be.
 */
export function circulatingUnits(
  minted: number,
  bridgedIn: number,
  unreleased: number,
  bridgedOut: number,
): number {
  const outside = unreleased + bridgedOut
  const left = minted + bridgedIn - outside
  const nothing = Math.max(DUST, ROUNDING * outside)
  if (left <= -nothing) return Number.NaN
  return left < nothing ? 0 : left
}
