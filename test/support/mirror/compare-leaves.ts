export interface Comparison {
  leaves: number
  equal: number
  /** The first place of each kind that differs, with both values, by the members on the way. */
  differences: Map<string, string>
}

// Members that tell the items of a list apart, the first that does in both lists.
const NAMES = ['id', 'pool', 'slug', 'perp_id', 'report', 'date', 'timestamp', 'name', 'symbol']
const MAX_DIFFERENCES = 12
// What is left of adding figures in another order.
const RELATIVE = 1e-9

/** Counts the leaves of both values, and those that are the same in both. */
export function compareLeaves(expected: unknown, actual: unknown): Comparison {
  const comparison: Comparison = { leaves: 0, equal: 0, differences: new Map() }
  walk(expected, actual, '', comparison)
  return comparison
}

function walk(expected: unknown, actual: unknown, place: string, into: Comparison): void {
  if (Array.isArray(expected) || (expected === undefined && Array.isArray(actual))) {
    walkList(expected ?? [], actual, place, into)
    return
  }
  if (isObject(expected) || (expected === undefined && isObject(actual))) {
    const [own, other] = [membersOf(expected), membersOf(actual)]
    for (const name of new Set([...Object.keys(own), ...Object.keys(other)]))
      walk(own[name], other[name], `${place}.${name}`, into)
    return
  }
  into.leaves++
  if (isEqual(expected, actual)) into.equal++
  else noteDifference(into, place, `${JSON.stringify(expected)} ≠ ${JSON.stringify(actual)}`)
}

function noteDifference({ differences }: Comparison, place: string, values: string): void {
  const kind = place.replaceAll(/\[[^\]]*\]/g, '[]')
  if (differences.size < MAX_DIFFERENCES && !differences.has(kind))
    differences.set(kind, `${place}: ${values}`)
}

function walkList(
  expected: readonly unknown[],
  actual: unknown,
  place: string,
  into: Comparison,
): void {
  const other = Array.isArray(actual) ? actual : []
  const keyOf = keyOfItems(expected, other)
  const own = new Map(expected.map((item, index) => [keyOf(item, index), item]))
  const byKey = new Map(other.map((item, index) => [keyOf(item, index), item]))
  for (const key of new Set([...own.keys(), ...byKey.keys()]))
    walk(own.get(key), byKey.get(key), `${place}[${key}]`, into)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function membersOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

function keyOfItems(
  expected: readonly unknown[],
  actual: readonly unknown[],
): (item: unknown, index: number) => string {
  for (const read of [...NAMES.map((name) => memberReader(name)), listing, firstOfPair]) {
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

/** A ticker means one company in each country. */
function listing(item: unknown): string | undefined {
  const { ticker, country } = membersOf(item)
  return typeof ticker === 'string' && typeof country === 'string'
    ? `${ticker}.${country}`
    : undefined
}

function firstOfPair(item: unknown): string | undefined {
  return Array.isArray(item) && typeof item[0] === 'number' ? String(item[0]) : undefined
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return a === b || Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b))
}
