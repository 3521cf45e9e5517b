/**
 * Net asset value of a share (semantics 9.1): as reported, else assets ÷ shares. The market price
 * is no substitute, since a share may trade well above or below what it stands for.
 */
export function netAssetValue(
  navUsd: number | null,
  aumUsd: number | null,
  shares: number | null,
): number | null {
  if (navUsd !== null) return navUsd
  return aumUsd !== null && shares !== null && shares > 0 ? aumUsd / shares : null
}
