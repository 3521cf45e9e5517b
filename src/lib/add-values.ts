/** Adds a share of values to sums by place. `NaN` is missing: it adds nothing, alone it stays. */
export function addValues(sums: Float64Array, values: Float64Array, share = 1): void {
  if (sums.length < values.length)
    throw new RangeError(`There are ${sums.length} sums for ${values.length} values.`)
  // Both indexes are in range; a checked access for each would take several times as long.
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number
    if (Number.isNaN(value)) continue
    const sum = sums[index] as number
    sums[index] = Number.isNaN(sum) ? value * share : sum + value * share
  }
}
