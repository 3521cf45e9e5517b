import type { DayValues } from './without-gaps.ts'

// Less than this part of what is taken off is the rounding of the figures it was made from.
const ROUNDING = 1e-12

/**
 * Tokens that count as active on each day: the supply without what excluded holders and burn
 * addresses have, whose amounts stand until their next report (semantics 10.5). More excluded than
 * there is cannot be: such a day has no figure.
 */
export function activeUnits(supply: DayValues, excluded: readonly DayValues[]): DayValues {
  const off = new Float64Array(supply.values.length)
  for (const holder of excluded) addStanding(off, supply.firstDay, holder)
  const values = supply.values.map((units, index) => {
    const away = off[index] ?? 0
    const left = units - away
    if (left >= 0) return left
    return -left <= ROUNDING * away ? 0 : Number.NaN
  })
  return { firstDay: supply.firstDay, values }
}

function addStanding(off: Float64Array, fromDay: number, { firstDay, values }: DayValues): void {
  let standing = 0
  for (let index = Math.min(0, firstDay - fromDay); index < off.length; index++) {
    const reported = values[index + fromDay - firstDay] ?? Number.NaN
    if (!Number.isNaN(reported)) standing = reported
    if (index >= 0) off[index] = (off[index] ?? 0) + standing
  }
}
