export interface Comparison {
  leaves: number
  equal: number
  /** The first places that differ, with both values. */
  differences: string[]
}

// Members that tell the items of a list apart, the first that does in both lists.
const NAMES = ['id', 'pool', 'slug', 'perp_id', 'report', 'date', 'timestamp', 'name', 'symbol']
const MAX_DIFFERENCES = 6
// What is left of adding figures in another order.
const RELATIVE = 1e-9

/** Counts the leaves of the first value, and those that the second one has too. */
export function compareLeaves(expected: unknown, actual: unknown): Comparison {
  const comparison: Comparison = { leaves: 0, equal: 0, differences: [] }
  walk(expected, actual, '', comparison)
  return comparison
}

function walk(expected: unknown, actual: unknown, place: string, into: Comparison): void {
  if (Array.isArray(expected)) {
    walkList(expected, actual, place, into)
    return
  }
  if (typeof expected === 'object' && expected !== null) {
    const other = (typeof actual === 'object' ? actual : null) as Record<string, unknown> | null
    for (const [name, value] of Object.entries(expected))
      walk(value, other?.[name], `${place}.${name}`, into)
    return
  }
  into.leaves++
  if (isEqual(expected, actual)) into.equal++
  else if (into.differences.length < MAX_DIFFERENCES)
    into.differences.push(`${place}: ${JSON.stringify(expected)} ≠ ${JSON.stringify(actual)}`)
}

function walkList(
  expected: readonly unknown[],
  actual: unknown,
  place: string,
  into: Comparison,
): void {
  const other = Array.isArray(actual) ? actual : []
  const keyOf = keyOfItems(expected, other)
  const byKey = new Map(other.map((item, index) => [keyOf(item, index), item]))
  for (const [index, item] of expected.entries()) {
    const key = keyOf(item, index)
    walk(item, byKey.get(key), `${place}[${key}]`, into)
  }
}

function keyOfItems(
  expected: readonly unknown[],
  actual: readonly unknown[],
): (item: unknown, index: number) => string {
  for (const read of [...NAMES.map((name) => memberReader(name)), firstOfPair]) {
    const tells = (items: readonly unknown[]) => {
      const keys = items.map(read)
      return !keys.includes(undefined) && new Set(keys).size === items.length
    }
    if (expected.length > 0 && tells(expected) && tells(actual)) return (item) => String(read(item))
  }
  return (_, index) => String(index)
}

function memberReader(name: string) {
  return (item: unknown): string | undefined => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
    const value = (item as Record<string, unknown>)[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

function firstOfPair(item: unknown): string | undefined {
  return Array.isArray(item) && typeof item[0] === 'number' ? String(item[0]) : undefined
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return a === b || Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b))
}
