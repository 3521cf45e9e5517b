import { type DayValues, notAbove, type UsdLine, usdLine } from './daily-line.ts'

// Less than this part of what is taken off is the rounding of the figures it was made from.
const ROUNDING = 1e-12

/** The supply less what holders last reported (rwa.md); `NaN` where that is more than all. */
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

/** One series of an asset on a chain; `holder` is an address or the slug of a protocol. */
export interface HeldSeries {
  readonly chain: string
  readonly holder: string
  readonly units: DayValues
}

/** All that is reported of one asset. */
export interface AssetReports {
  /** By chain. */
  readonly supply: ReadonlyMap<string, DayValues>
  readonly excluded: readonly HeldSeries[]
  /** Only those that count. */
  readonly positions: readonly HeldSeries[]
  readonly hasActive: boolean
  /** US dollars for a unit on each day of a range, `NaN` when not known. */
  ratesOn(firstDay: number, lastDay: number): Float64Array
}

/** An asset on a chain, day by day. */
export interface Place {
  readonly onChain: UsdLine | undefined
  readonly active: UsdLine | undefined
  readonly positions: readonly { protocol: string; line: UsdLine }[]
  /** Day of the last report of supply or of a position. */
  readonly lastDay: number
}

/** The daily figures of an asset on each of its chains, in the order of their keys (rwa.md). */
export function assetPlaces({
  supply,
  excluded,
  positions,
  hasActive,
  ratesOn,
}: AssetReports): ReadonlyMap<string, Place> {
  const chains = [...new Set([...supply.keys(), ...positions.map(({ chain }) => chain)])].sort()
  return new Map(
    chains.map((chain): [string, Place] => {
      const units = supply.get(chain)
      const held = positions.filter((position) => position.chain === chain)
      const onChain = units && usdLine(units, ratesOn)
      const off = excluded
        .filter((holding) => holding.chain === chain)
        .map((holding) => holding.units)
      const active = units && hasActive ? usdLine(activeUnits(units, off), ratesOn) : undefined
      const lines = held.flatMap(({ holder, units: amount }) => {
        const line = usdLine(amount, ratesOn)
        return line === undefined ? [] : { protocol: holder, line }
      })
      const reported = [
        ...(units === undefined ? [] : [units]),
        ...held.map((position) => position.units),
      ]
      return [
        chain,
        {
          onChain,
          active: active && onChain && notAbove(active, onChain),
          positions: lines,
          lastDay: Math.max(
            ...reported.map(({ firstDay, values }) => firstDay + values.length - 1),
          ),
        },
      ]
    }),
  )
}
