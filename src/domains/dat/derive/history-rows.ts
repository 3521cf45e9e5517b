import { FIGURES_A_DAY, type MarketHistory } from './market-history.ts'

// Between these, six digits that count are written without an exponent.
const SMALLEST = 1e-6
const LARGEST = 1e15
const DIGITS = 6

/** A ratio as JSON with six digits that count; `null` when it is not known (decision 138). */
export function ratioText(value: number): string {
  if (!Number.isFinite(value)) return 'null'
  if (value < SMALLEST || value >= LARGEST) return String(Number(value.toPrecision(DIGITS)))
  // Whole multiples of the last digit are written quicker than fractions are rounded.
  let [decimals, limit] = [0, 99_999.5]
  while (value < limit) {
    decimals++
    limit /= 10
  }
  const scale = 10 ** decimals
  return String(Math.round(value * scale) / scale)
}

/**
 * Rows [time, realized, realistic, max] of mNAVs as JSON, with commas between and no brackets
 * around.
 */
export function historyRows({ timesSec, figures }: MarketHistory): string {
  const rows = Array.from(timesSec, (atSec, index) => {
    const base = index * FIGURES_A_DAY + 6
    const ratio = (place: number) => ratioText(figures[base + place] ?? Number.NaN)
    return `[${atSec},${ratio(0)},${ratio(1)},${ratio(2)}]`
  })
  return rows.join(',')
}
