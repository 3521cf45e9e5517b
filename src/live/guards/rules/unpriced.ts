import type { Guard } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell, spellShare } from './statistics.ts'

/** Parts that are present but worth nothing have lost their price; by value, and by count. */
export const unpriced: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings.unpriced, reading.watch)
  if (thresholds === undefined || past.parts === undefined || reading.watch.unit !== 'usd')
    return []
  let totalBefore = 0
  let lost = 0
  let worthlessBefore = 0
  const names: string[] = []
  for (const [part, value] of past.parts) {
    totalBefore += value
    if (value === 0) worthlessBefore++
    if (value === 0 || reading.parts.get(part) !== 0) continue
    lost += value
    names.push(part)
  }
  if (totalBefore <= thresholds.floor || names.length === 0) return []
  const worthless = [...reading.parts.values()].filter((value) => value === 0).length
  const share = lost / totalBefore
  const countShare = (worthless - worthlessBefore) / reading.parts.size
  if (share < thresholds.flagShare && countShare < thresholds.flagCountShare) return []
  const reason =
    `${worthless} of ${reading.parts.size} parts are worth nothing, ${worthlessBefore} were before; ${names[0]} among them: ` +
    `${spell(lost)} or ${spellShare(share)} of the value has no price.`
  const severity = share >= thresholds.holdShare ? 'hold' : 'flag'
  return [{ guard: 'unpriced', severity, release: settings.unpriced.release, reason }]
}
