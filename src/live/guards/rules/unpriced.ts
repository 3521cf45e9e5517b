import { findUnpricedLine } from './evidence.ts'
import { type Finding, type Guard, lineName, type Reading } from './guard.ts'
import { type GuardSettings, thresholdsOf } from './settings.ts'
import { spell, spellShare } from './statistics.ts'

type Thresholds = GuardSettings['unpriced']['by'][string]

/** Parts that are present but worth nothing have lost their price, or never had one. */
export const unpriced: Guard = (reading, past, settings) => {
  if (reading.watch.unit !== 'usd') return []
  const { release } = settings.unpriced
  const lost = findUnpricedLine(reading, past)
  if (lost !== undefined) {
    const reason = `${lineName(reading, lost.line)}: no amount in it has a price, ${lost.coins[0]} among ${lost.coins.length}.`
    return [{ guard: 'unpriced', severity: 'hold', release, reason }]
  }
  const thresholds = thresholdsOf(settings.unpriced, reading.watch)
  return past.parts === undefined || thresholds === undefined
    ? []
    : findLostParts(reading, past.parts, { thresholds, release })
}

function findLostParts(
  reading: Reading,
  before: ReadonlyMap<string, number>,
  { thresholds, release }: { thresholds: Thresholds; release: Finding['release'] },
): Finding[] {
  let totalBefore = 0
  let lost = 0
  let worthlessBefore = 0
  const names: string[] = []
  for (const [part, value] of before) {
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
  return [{ guard: 'unpriced', severity, release, reason }]
}
