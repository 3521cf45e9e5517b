import { type Finding, type Guard, lineName } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell } from './statistics.ts'

/** A figure below zero in a series that never was: the sign was lost or turned. */
export const signError: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings['sign-error'], reading.watch)
  if (thresholds === undefined) return []
  const say = (severity: Finding['severity'], reason: string): Finding[] => [
    { guard: 'sign-error', severity, release: settings['sign-error'].release, reason },
  ]
  for (const [name, value] of reading.lines) {
    if (!(value < -thresholds.floor)) continue
    const earlier = past.line(name).between(0, reading.atSec)
    const previous = past.line(name).before(reading.atSec)
    if (previous === undefined || earlier.some((one) => one < 0)) continue
    return say(
      'hold',
      `${lineName(reading, name)} is ${spell(value)}; it was ${spell(previous.value)} before and never below zero.`,
    )
  }
  const size = [...reading.parts.values()].reduce((sum, value) => sum + Math.abs(value), 0)
  for (const [part, value] of reading.parts) {
    const before = past.parts?.get(part)
    if (
      before === undefined ||
      before <= 0 ||
      value >= -thresholds.floor ||
      -value < size * thresholds.flagPartShare
    )
      continue
    return say(
      'flag',
      `${reading.watch.value} of ${part} is ${spell(value)}; it was ${spell(before)} before.`,
    )
  }
  return []
}
