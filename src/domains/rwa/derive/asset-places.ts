import { activeUnits } from './active-units.ts'
import { notAbove } from './not-above.ts'
import { usdLine } from './usd-line.ts'
import type { DayValues, UsdLine } from './without-gaps.ts'

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

/**
 * The daily figures of an asset on each of its chains, in the order of their keys (semantics 10.5).
 */
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
