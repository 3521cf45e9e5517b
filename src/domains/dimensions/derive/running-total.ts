/**
 * The running total of daily values (decision 41). From the first value on every day has one: a
 * missing day adds nothing.
 */
export function runningTotal(values: Float64Array): Float64Array {
  let sum = Number.NaN
  return values.map((value) => {
    if (!Number.isNaN(value)) sum = Number.isNaN(sum) ? value : sum + value
    return sum
  })
}
