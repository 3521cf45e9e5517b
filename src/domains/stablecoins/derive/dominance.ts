import { type SupplyLine, supplyChart } from './supply-chart.ts'

/** A line with the number of its stablecoin. */
export interface NamedLine extends SupplyLine {
  readonly id: string
}

/**
 * The largest stablecoin of each day and its share (stablecoins.md#units). With `onlyId` the series
 * is about that one, and its share still one in all of them.
 */
export function dominance(lines: readonly NamedLine[], onlyId?: string) {
  const chosen = onlyId === undefined ? lines : lines.filter(({ id }) => id === onlyId)
  const points = supplyChart(chosen)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return []
  const length = last.day - first.day + 1
  const whole = new Float64Array(length)
  for (const line of lines) {
    eachValue(line, first.day, length, (at, usd) => {
      whole[at] = (whole[at] ?? 0) + usd
    })
  }
  const best = new Float64Array(length).fill(Number.NEGATIVE_INFINITY)
  const owner = new Int32Array(length).fill(-1)
  chosen.forEach((line, number) => {
    eachValue(line, first.day, length, (at, usd) => {
      if (usd <= (best[at] ?? 0)) return
      best[at] = usd
      owner[at] = number
    })
  })
  return points.map(({ day, circulatingUsd }) => {
    const at = day - first.day
    const id = chosen[owner[at] ?? -1]?.id
    const total = whole[at] ?? 0
    const mcapUsd = best[at] ?? 0
    // The stablecoin worth most, of equal ones the first; null when none has a value.
    const greatest = id === undefined ? null : { id, mcapUsd }
    return {
      day,
      circulatingUsd,
      greatest,
      sharePct: greatest === null || total === 0 ? null : (mcapUsd / total) * 100,
    }
  })
}

/** Calls back with what a stablecoin is worth on each day of the series on which that is known. */
function eachValue(
  line: SupplyLine,
  firstDay: number,
  length: number,
  use: (at: number, usd: number) => void,
): void {
  const untilDay = Math.min(line.untilDay, firstDay + length - 1)
  for (let day = Math.max(firstDay, line.firstDay); day <= untilDay; day++) {
    const usd =
      (line.circulating[Math.min(day, line.endDay) - line.firstDay] ?? Number.NaN) *
      (line.rates[day - line.firstDay] ?? Number.NaN)
    if (!Number.isNaN(usd)) use(day - firstDay, usd)
  }
}
