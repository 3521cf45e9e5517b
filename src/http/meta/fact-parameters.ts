import { invalidParameter, notFound } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import type { Fact } from '../../store/fact.ts'
import type { RowFilter } from '../../store/row-filter.ts'
import type { PlaceKind } from '../cursor.ts'
import { COMMON_QUERY, TABLE_QUERY } from '../responses/parse-request.ts'
import type { MetaServices } from '../route.ts'

/** What routes that take columns of a fact's key say about them. */
export const KEY_COLUMNS = {
  describe:
    'Columns of the key of the fact, as `/meta/datasets` lists them, each with one value: only rows that have it.',
  example: { chain: 'ethereum' },
}

export function getNamedFact({ store }: Pick<MetaServices, 'store'>, name: string): Fact {
  const fact = store.facts.get(name)
  if (fact !== undefined) return fact
  throw notFound(
    `There is no fact ${JSON.stringify(name.slice(0, 40))}.`,
    suggest(name, store.facts.keys()),
  )
}

/** The values that a query requests in columns of the key; a name of no parameter is refused. */
export function keyColumns(
  fact: Fact,
  given: Readonly<Record<string, string>>,
  declared: object,
): NonNullable<RowFilter['columns']> {
  return Object.fromEntries(
    otherNames(given, declared).map(
      (name) => [name, [keyValue(fact, name, given[name] ?? '')]] as const,
    ),
  )
}

function keyValue(fact: Fact, name: string, text: string): string | number {
  const column = Object.hasOwn(fact.key, name) ? fact.key[name] : undefined
  if (column === undefined)
    throw invalidParameter(
      name.slice(0, 60),
      `is no column of the key of ${fact.name}, which has ${Object.keys(fact.key).join(', ')}.`,
    )
  if (column.kind !== 'int') return text
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw invalidParameter(name, `must be a whole number, not ${JSON.stringify(text.slice(0, 60))}.`)
}

/** What columns of key and time hold, for the cursors of lists that are in their order. */
export function kindsOf(fact: Fact, columns: readonly string[]): PlaceKind[] {
  return columns.map((column) => {
    if (column === fact.time) return 'uint32'
    return fact.key[column]?.kind === 'int' ? 'int' : 'text'
  })
}

/** The facts whose keys have all columns that a query names; none of them is a 400. */
export function factsWithColumns(
  facts: readonly Fact[],
  given: Readonly<Record<string, string>>,
  declared: object,
): Fact[] {
  const names = otherNames(given, declared)
  const having = facts.filter(({ key }) => names.every((name) => Object.hasOwn(key, name)))
  if (having.length > 0) return having
  throw invalidParameter(names.join(', ').slice(0, 60), 'is no column of the key of a fact.')
}

/** Names of parameters that neither the route nor every route has. */
export function otherNames(given: Readonly<Record<string, string>>, declared: object): string[] {
  const known = { ...declared, ...COMMON_QUERY, ...TABLE_QUERY }
  return Object.keys(given).filter((name) => !Object.hasOwn(known, name))
}
