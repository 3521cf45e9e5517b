/** Figures of consecutive days; `NaN` on days without one. */
export interface DayValues {
  readonly firstDay: number
  readonly values: Float64Array
}

/**
 * US dollars on consecutive days without gaps, and for each whether it was interpolated (1) or not
 * (0).
 */
export interface UsdLine {
  readonly firstDay: number
  readonly usd: Float64Array
  readonly interpolated: Uint8Array
}

/**
 * A daily series from its first figure to its last, each gap between two figures filled on the
 * straight line between them and marked (semantics 10.5, decision 130). `undefined` when there is
 * no figure at all.
 */
export function withoutGaps({ firstDay, values }: DayValues): UsdLine | undefined {
  const first = values.findIndex((value) => !Number.isNaN(value))
  if (first < 0) return undefined
  const last = values.findLastIndex((value) => !Number.isNaN(value))
  const usd = values.slice(first, last + 1)
  const interpolated = new Uint8Array(usd.length)
  let known = 0
  for (let index = 1; index < usd.length; index++) {
    if (Number.isNaN(usd[index])) continue
    fill(usd, interpolated, known, index)
    known = index
  }
  return { firstDay: firstDay + first, usd, interpolated }
}

function fill(usd: Float64Array, interpolated: Uint8Array, from: number, to: number): void {
  const [start = 0, end = 0] = [usd[from], usd[to]]
  for (let index = from + 1; index < to; index++) {
    usd[index] = start + ((end - start) * (index - from)) / (to - from)
    interpolated[index] = 1
  }
}
