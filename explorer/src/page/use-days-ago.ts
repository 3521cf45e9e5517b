import { DAY_SEC, toSec } from '../lib/times.ts'
import { useAsOf } from './use-as-of.ts'

/** The start of the day that lies some days before the moment that is shown, in seconds. */
export function useDaysAgo(days: number): number {
  const atSec = toSec(useAsOf()) ?? Date.now() / 1000
  return (Math.floor(atSec / DAY_SEC) - days) * DAY_SEC
}
