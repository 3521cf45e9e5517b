// Semantics 10.5: what is further off than this is no move of a market.
const TIMES_OFF = 10
const LONGEST_DAYS = 5

/**
 * A daily series in which short spikes are taken out, to be filled like gaps (semantics 10.5,
 * decision 130): days that are over ten times or under a tenth of the last figure before them and
 * of the first one after them, when the figures are back after at most five days. `NaN` is a day
 * without a figure. A change that stays is no spike, nor is what stands at either end.
 */
export function withoutSpikes(values: Float64Array): Float64Array {
  const kept = values.slice()
  let before = Number.NaN
  for (let index = 0; index < values.length; index++) {
    const value = at(values, index)
    if (Number.isNaN(value)) continue
    if (isOff(value, before)) {
      const back = findReturn(values, index, before)
      if (back !== undefined) {
        kept.fill(Number.NaN, index, back)
        index = back
      }
    }
    before = at(values, index)
  }
  return kept
}

/** The first day after a spike that begins at `from`; `undefined` when it is none. */
function findReturn(values: Float64Array, from: number, before: number): number | undefined {
  const off: number[] = []
  for (let index = from; index < values.length; index++) {
    const value = at(values, index)
    if (Number.isNaN(value)) continue
    if (!isOff(value, before)) return off.every((spike) => isOff(spike, value)) ? index : undefined
    if (index - from >= LONGEST_DAYS) return undefined
    off.push(value)
  }
  return undefined
}

function isOff(value: number, level: number): boolean {
  return value > TIMES_OFF * level || TIMES_OFF * value < level
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN
}
