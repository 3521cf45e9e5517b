import type { Guard } from './guard.ts'
import { thresholdsOf } from './settings.ts'
import { spell, spellShare } from './statistics.ts'

/** A chain or token with much of the value is missing: more often a failed read than a withdrawal. */
export const vanishedPart: Guard = (reading, past, settings) => {
  const thresholds = thresholdsOf(settings['vanished-part'], reading.watch)
  if (thresholds === undefined || past.parts === undefined || reading.watch.parts.length === 0)
    return []
  let totalBefore = 0
  let gone = 0
  const names: string[] = []
  for (const [part, value] of past.parts) {
    totalBefore += Math.abs(value)
    if (value === 0 || reading.parts.has(part)) continue
    gone += Math.abs(value)
    names.push(part)
  }
  const share = gone / totalBefore
  if (totalBefore <= thresholds.floor || !(share >= thresholds.flagShare)) return []
  const reason = `${names.length} of ${past.parts.size} parts are gone, ${names[0]} among them: ${spell(gone)} or ${spellShare(share)} of what was there.`
  const severity = share >= thresholds.holdShare ? 'hold' : 'flag'
  return [{ guard: 'vanished-part', severity, release: settings['vanished-part'].release, reason }]
}
