/** What a record has under a name that others chose, which may be `constructor` or `__proto__`. */
export function ownMember<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** A record to fill under names that others chose: it inherits nothing that such a name could mean. */
export function emptyRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}
