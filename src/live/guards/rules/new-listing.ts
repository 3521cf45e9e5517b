import { type Guard, TOTAL, totalOf } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell } from './statistics.ts'

/** A first reading has nothing to be compared with, so a very large one waits for a person. */
export const newListing: Guard = (reading, past, settings) => {
  const cap = thresholdsOf(settings['new-listing'], reading.watch)
  const value = totalOf(reading)
  if (
    cap === undefined ||
    past.line(TOTAL).before(reading.atSec) !== undefined ||
    !(Math.abs(value) > cap.most)
  )
    return []
  const reason = `The first reading of this series has ${reading.watch.value} ${spell(value)}; above ${spell(cap.most)} a person must look.`
  return [
    { guard: 'new-listing', severity: 'hold', release: settings['new-listing'].release, reason },
  ]
}
