/** Percent: (later − earlier) ÷ earlier × 100; `null` when that has no meaning. */
export function percentChange(
  earlier: number | null | undefined,
  later: number | null | undefined,
): number | null {
  if (earlier === null || earlier === undefined || later === null || later === undefined)
    return null
  const change = ((later - earlier) / earlier) * 100
  return Number.isFinite(change) ? change : null
}
