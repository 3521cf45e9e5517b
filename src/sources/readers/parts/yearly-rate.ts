const YEAR_SEC = 365 * 86_400
const RAY = 1e27
const DAY_SEC = 86_400

/** Yearly yield of a rate that is compounded every second; a fraction per year times 10^27. */
export function apyPctOfRay(ratePerYear: bigint): number {
  return 100 * Math.expm1(YEAR_SEC * Math.log1p(Number(ratePerYear) / RAY / YEAR_SEC))
}

/** Yearly growth at the pace between two times, compounded; null for less than a day. */
export function apyPctOfGrowth(
  before: { value: number; atSec: number },
  now: { value: number; atSec: number },
): number | null {
  const elapsedSec = now.atSec - before.atSec
  if (elapsedSec < DAY_SEC || !(before.value > 0) || !(now.value > 0)) return null
  return 100 * Math.expm1(Math.log(now.value / before.value) * (YEAR_SEC / elapsedSec))
}
