/** Keeps the named members of an object, or of each object of a list; without names all stay. */
export function selectFields<T>(value: T, fields: ReadonlySet<string> | undefined): T | Partial<T> {
  if (fields === undefined) return value
  if (Array.isArray(value)) return value.map((item) => selectFields(item, fields)) as T
  return Object.fromEntries(
    Object.entries(value as object).filter(([name]) => fields.has(name)),
  ) as Partial<T>
}
