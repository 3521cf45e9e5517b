type RowOf<C> = { [N in keyof C]: C[N] extends ArrayLike<infer T> ? T : never }

/** The rows of named columns, one after the other. Columns of different lengths are a bug. */
export function* eachRow<C extends Readonly<Record<string, ArrayLike<unknown>>>>(
  columns: C,
): Generator<RowOf<C>> {
  const entries = Object.entries(columns)
  const length = entries[0]?.[1].length ?? 0
  for (const [name, values] of entries)
    if (values.length !== length)
      throw new RangeError(`Column ${name} has ${values.length} values instead of ${length}.`)
  for (let row = 0; row < length; row++) {
    const values: Record<string, unknown> = {}
    for (const [name, column] of entries) values[name] = column[row]
    yield values as RowOf<C>
  }
}
