import { at } from '../../../lib/at.ts'

/** The middle of the values: one wild reading among many does not move it. Undefined for none. */
export function medianOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  const upper = at(sorted, middle)
  return sorted.length % 2 === 1 ? upper : (upper + at(sorted, middle - 1)) / 2
}

/** A figure for a sentence: three digits that count, in bn, M or k where it is long. */
export function spell(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const size = Math.abs(value)
  const [divisor, suffix] =
    size >= 1e9 ? [1e9, ' bn'] : size >= 1e6 ? [1e6, ' M'] : size >= 1e4 ? [1e3, ' k'] : [1, '']
  return `${Number((value / divisor).toPrecision(3))}${suffix}`
}

/** A share for a sentence: 0.375 is 37.5%. */
export function spellShare(share: number): string {
  return `${Number((share * 100).toPrecision(3))}%`
}
