// `Float64Array.from` with a function goes through an iterator: ten times as long as these.

export function float64s(length: number, valueAt: (index: number) => number): Float64Array {
  const values = new Float64Array(length)
  for (let index = 0; index < length; index++) values[index] = valueAt(index)
  return values
}

export function uint32s(length: number, valueAt: (index: number) => number): Uint32Array {
  const values = new Uint32Array(length)
  for (let index = 0; index < length; index++) values[index] = valueAt(index)
  return values
}
