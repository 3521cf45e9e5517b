import type { NamedPoints } from '../../blocks/chart/series-block.tsx'

export interface RwaDay {
  readonly timestamp: number
  readonly onChainMcap: number | null
  readonly activeMcap: number | null
  readonly defiActiveTvl: number | null
  /** Days between two readings, wholly or in part. */
  readonly interpolated: boolean
}

const FIGURES = [
  ['On-chain', 'onChainMcap'],
  ['Active', 'activeMcap'],
  ['In DeFi', 'defiActiveTvl'],
] as const

export const DASHED: ReadonlySet<string> = new Set(FIGURES.map(([name]) => `${name}, interpolated`))

/** The figures of a chain: days that were read, and dashed those in between, joined at both ends. */
export function figuresOf(days: readonly RwaDay[]): NamedPoints[] {
  const hasGap = days.some(({ interpolated }) => interpolated)
  return FIGURES.flatMap(([name, key]) => {
    const read: NamedPoints = {
      name,
      points: days.map((day) => [day.timestamp, day.interpolated ? null : day[key]]),
    }
    if (!hasGap) return [read]
    const between = days.map((day, index): [number, number | null] => {
      const isEdge = days[index - 1]?.interpolated || days[index + 1]?.interpolated
      return [day.timestamp, day.interpolated || isEdge ? day[key] : null]
    })
    return [read, { name: `${name}, interpolated`, points: between }]
  })
}
