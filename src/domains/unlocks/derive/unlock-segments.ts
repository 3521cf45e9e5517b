import type { Unlock } from '../schedule.ts'
import { addPeriods } from './calendar-time.ts'

/** Tokens that become free evenly between timestamps; at once when the two are one. */
export interface Segment {
  fromSec: number
  toSec: number
  amount: number
}

/**
 * Segments by their ends: what chart, supply and events are all made from, so that a step is at the
 * same timestamp everywhere (unlocks.md#schedule-engine).
 */
export function unlockSegments(unlocks: readonly Unlock[]): Segment[] {
  return unlocks.flatMap(segmentsOf).sort((a, b) => a.toSec - b.toSec || a.fromSec - b.fromSec)
}

function segmentsOf(unlock: Unlock): Segment[] {
  switch (unlock.type) {
    case 'cliff':
      return [{ fromSec: unlock.atSec, toSec: unlock.atSec, amount: unlock.amount }]
    case 'linear':
      return [{ fromSec: unlock.fromSec, toSec: unlock.toSec, amount: unlock.amount }]
    case 'step':
      return Array.from({ length: unlock.steps }, (_, index) => {
        const atSec = addPeriods(unlock.fromSec, unlock.every, index + 1)
        return { fromSec: atSec, toSec: atSec, amount: unlock.amountPerStep }
      })
    case 'decay':
      return decaySegments(unlock)
  }
}

/** Lines, each so many percent less than before; the last may be cut short by the end. */
function decaySegments({
  fromSec,
  toSec,
  every,
  decreasePct,
  amount,
}: Extract<Unlock, { type: 'decay' }>): Segment[] {
  const periods: Segment[] = []
  for (let startSec = fromSec; startSec < toSec; ) {
    const nextSec = addPeriods(fromSec, every, periods.length + 1)
    const endSec = Math.min(nextSec, toSec)
    const weight =
      (1 - decreasePct / 100) ** periods.length * ((endSec - startSec) / (nextSec - startSec))
    periods.push({ fromSec: startSec, toSec: endSec, amount: weight })
    startSec = nextSec
  }
  const weights = periods.reduce((sum, period) => sum + period.amount, 0)
  return periods.map((period) => ({ ...period, amount: (amount * period.amount) / weights }))
}
