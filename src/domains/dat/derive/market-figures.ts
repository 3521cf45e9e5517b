import { mNav, orNull, type ThreeCounts } from './mnav.ts'

type Three = readonly [realized: number | null, realistic: number | null, max: number | null]

/** Market caps and mNAVs of an institution, by each of its share counts (semantics 10.1). */
export function marketFigures(
  shares: ThreeCounts,
  priceUsd: number | null,
  treasuryUsd: number,
): { shares: Three; mcaps: Three; mNavs: Three } {
  const caps = three(shares, (count) => count * (priceUsd ?? Number.NaN))
  const known = (values: ThreeCounts): Three => [
    orNull(values[0]),
    orNull(values[1]),
    orNull(values[2]),
  ]
  return {
    shares: known(shares),
    mcaps: known(caps),
    mNavs: known(three(caps, (cap) => mNav(cap, treasuryUsd))),
  }
}

function three(values: ThreeCounts, rule: (value: number) => number): ThreeCounts {
  return [rule(values[0]), rule(values[1]), rule(values[2])]
}
