import allowed from './allowed.json' with { type: 'json' }

/**
 * Functions that a statement may call, by name: they compute from their arguments alone, in time
 * and memory that the engine can cut short. A list of names holds for every version of the engine.
 */
const ORDINARY = byLowerCase(allowed.functions)
const AGGREGATE = byLowerCase(allowed.aggregates)

/** What the engine lets follow the name of an aggregate function. */
const COMBINATORS = ['If', 'Distinct', 'OrNull', 'OrDefault', 'Array', 'Map', 'ForEach']

/** Whether a statement may call a function. The engine knows some names in any case. */
export function isAllowedFunction(name: string): boolean {
  const known = name.toLowerCase()
  return ORDINARY.has(known) || isAggregate(known)
}

/** All names, as the reference of the docs lists them. */
export function listFunctions(): { ordinary: string[]; aggregate: string[] } {
  return { ordinary: [...ORDINARY.values()], aggregate: [...AGGREGATE.values()] }
}

function isAggregate(name: string): boolean {
  if (AGGREGATE.has(name)) return true
  return COMBINATORS.some(
    (suffix) => name.endsWith(suffix.toLowerCase()) && isAggregate(name.slice(0, -suffix.length)),
  )
}

/** Names by their small letters. */
function byLowerCase(groups: Readonly<Record<string, readonly string[]>>) {
  const all = Object.values(groups).flatMap((lines) => lines.flatMap((line) => line.split(' ')))
  return new Map(all.map((name) => [name.toLowerCase(), name]))
}
