/** Rows under columns, whatever gave them. */
export interface Rows {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Rows of NDJSON in the order of their columns; what a row lacks is null. */
export function rowsOfNdjson(
  text: string,
  typeOf: (name: string) => string | undefined = () => undefined,
): Rows {
  const objects = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  return {
    columns: names.map((name) => ({ name, type: typeOf(name) ?? 'json' })),
    rows: objects.map((row) => names.map((name) => row[name] ?? null)),
  }
}
