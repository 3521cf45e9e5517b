/**
 * The running total of daily values (decision 41). From the first value on every day has one: a
 * missing day adds nothing.
 */
export function runningTotal(values: Float64Array): Float64Array {
  const totals = new Float64Array(values.length).fill(Number.NaN)
  let sum = Number.NaN
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? Number.NaN
    if (!Number.isNaN(value)) sum = Number.isNaN(sum) ? value : sum + value
    totals[index] = sum
  }
  return totals
}
