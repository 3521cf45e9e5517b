/** The element at an index that must exist. An index out of range is a bug, never a zero. */
export function at<T>(values: ArrayLike<T>, index: number): T {
  if (!Number.isInteger(index) || index < 0 || index >= values.length)
    throw new RangeError(`Index ${index} is out of range: there are ${values.length} values.`)
  return values[index] as T
}
