const YEAR_SEC = 365 * 86_400
const RAY = 1e27
const DAY_SEC = 86_400

/**
 * Interest of a year at a rate that is paid every second and earns interest itself; the rate is a
 * fraction per year times 10^27.
 */
export function apyPctOfRay(ratePerYear: bigint): number {
  return 100 * Math.expm1(YEAR_SEC * Math.log1p(Number(ratePerYear) / RAY / YEAR_SEC))
}

/**
 * A year's growth at the pace of a stretch, interest on interest. Less than a day says too little
 * of a year.
 */
export function apyPctOfGrowth(
  before: { value: number; atSec: number },
  now: { value: number; atSec: number },
): number | null {
  const elapsedSec = now.atSec - before.atSec
  if (elapsedSec < DAY_SEC || !(before.value > 0) || !(now.value > 0)) return null
  return 100 * Math.expm1(Math.log(now.value / before.value) * (YEAR_SEC / elapsedSec))
}
