import { type Sql, sql } from '../../../lib/sql.ts'
import { defineGuard } from './define-guard.ts'
import { findUnpricedLine } from './evidence.ts'
import { lineName, type Suspected } from './guard.ts'
import { spell, spellShare } from './statistics.ts'

/** A chain or token with much of the value is missing: more often a failed read than a withdrawal. */
export const vanishedPart = defineGuard({
  name: 'vanished-part',
  find(reading, past, { holdShare, flagShare, floor }) {
    if (past.parts === undefined || reading.watch.parts.length === 0) return []
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
    if (totalBefore <= floor || !(share >= flagShare)) return []
    const reason = `${names.length} of ${past.parts.size} parts are gone, ${names[0]} among them: ${spell(gone)} or ${spellShare(share)} of what was there.`
    return [{ severity: share >= holdShare ? 'hold' : 'flag', reason }]
  },
  suspects: lostParts,
})

/** Parts that are present but worth nothing have lost their price, or never had one. */
export const unpriced = defineGuard({
  name: 'unpriced',
  findAlways(reading, past) {
    const lost = reading.watch.unit === 'usd' ? findUnpricedLine(reading, past) : undefined
    return (
      lost && {
        severity: 'hold',
        reason: `${lineName(reading, lost.line)}: no amount in it has a price, ${lost.coins[0]} among ${lost.coins.length}.`,
      }
    )
  },
  find(reading, past, { holdShare, flagShare, flagCountShare, floor }) {
    if (reading.watch.unit !== 'usd' || past.parts === undefined) return []
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
    if (totalBefore <= floor || names.length === 0) return []
    const worthless = [...reading.parts.values()].filter((value) => value === 0).length
    const share = lost / totalBefore
    const countShare = (worthless - worthlessBefore) / reading.parts.size
    if (share < flagShare && countShare < flagCountShare) return []
    const reason =
      `${worthless} of ${reading.parts.size} parts are worth nothing, ${worthlessBefore} were before; ${names[0]} among them: ` +
      `${spell(lost)} or ${spellShare(share)} of the value has no price.`
    return [{ severity: share >= holdShare ? 'hold' : 'flag', reason }]
  },
  suspects: lostParts,
})

/** Parts of the reading before that are gone or worth nothing. */
function lostParts(
  { hasParts }: Suspected,
  { holdShare, floor }: { holdShare: number; floor: number },
): Sql[] {
  if (!hasParts) return []
  const present = sql`arrayMap(part -> part.1, arrayFilter(part -> part.2 != 0, parts))`
  const whole = sql`arraySum(arrayMap(part -> abs(part.2), partsBefore))`
  const lost = sql`arraySum(arrayMap(part -> if(has(${present}, part.1), 0., abs(part.2)), partsBefore))`
  return [sql`notEmpty(partsBefore) AND ${whole} > ${floor} AND ${lost} >= ${holdShare} * ${whole}`]
}
