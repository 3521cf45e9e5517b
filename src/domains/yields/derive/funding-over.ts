import { DAY_SEC } from '../../../lib/clock.ts'

/** A funding that was settled: when, and at which rate. */
export interface Funding {
  atSec: number
  rate: number
}

/** Average and sum of the rates settled within some days (yields.md#settled-fundings). */
export function fundingOver(
  settled: readonly Funding[],
  untilSec: number,
  days: number,
): { average: number | null; sum: number | null } {
  const rates = new Map<number, number>()
  for (const { atSec, rate } of settled) {
    if (atSec <= untilSec && atSec > untilSec - days * DAY_SEC) rates.set(atSec, rate)
  }
  if (rates.size === 0) return { average: null, sum: null }
  const sum = [...rates.values()].reduce((total, rate) => total + rate, 0)
  return { average: sum / rates.size, sum }
}
