import chainList from '../../../data/chains.json' with { type: 'json' }
import { notFound } from '../../lib/errors.ts'
import { toLookupKey, toSlug } from '../../lib/slug.ts'
import { joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { suggest } from '../../lib/suggest.ts'
import type { KnownWords } from '../../store/fact.ts'

/** A chain as the reference data describes it. */
export interface Chain {
  key: string
  name: string
  chainId: number | null
  gasToken: string | null
  aggregatorId: string | null
  rankingSiteId: string | null
  aliases: string[]
  caseSensitive: boolean
  /** URL of its block explorer, where the list has one. */
  explorer?: string
}

/** Finds chains by name, slug, key, chain id or alias, in any case (registry.md#chain-names). */
export class ChainDirectory {
  readonly #chains: readonly Chain[]
  readonly #byKey = new Map<string, Chain>()
  readonly #byAnyName = new Map<string, Chain>()

  constructor(chains: readonly Chain[]) {
    this.#chains = chains
    for (const chain of chains) {
      this.#byKey.set(chain.key, chain)
      const id = chain.chainId === null ? [] : [String(chain.chainId)]
      for (const name of [chain.key, chain.name, toSlug(chain.name), ...id, ...chain.aliases])
        this.#byAnyName.set(toLookupKey(name), chain)
    }
  }

  find(text: string): Chain | undefined {
    return this.#byAnyName.get(toLookupKey(text))
  }

  get(text: string): Chain {
    const chain = this.find(text)
    if (chain !== undefined) return chain
    throw notFound(
      `No chain is called ${JSON.stringify(text.slice(0, 60))}. GET /v2/chains lists the names.`,
      suggest(
        text,
        this.#chains.map((known) => known.name),
      ),
    )
  }

  /** The key of a chain that a text names; of one that only facts know, by any spelling of it. */
  getKey(text: string, known: Iterable<string>): string {
    const wanted = toLookupKey(text)
    const key = this.find(text)?.key ?? [...known].find((one) => toLookupKey(one) === wanted)
    return key ?? this.get(text).key
  }

  /** The key of the chain that a text names; a text that names none stands for itself. */
  keyOf(text: string): string {
    return this.find(text)?.key ?? text
  }

  /** The name that is served for a key; a key the reference data does not know is its own name. */
  nameOf(key: string): string {
    return this.#byKey.get(key)?.name ?? key
  }

  byKey(key: string): Chain | undefined {
    return this.#byKey.get(key)
  }

  list(): readonly Chain[] {
    return this.#chains
  }

  /** All spellings and the key of each, for SQL that brings imported names into one form. */
  spellings(): { names: string[]; keys: string[] } {
    return {
      names: [...this.#byAnyName.keys()],
      keys: [...this.#byAnyName.values()].map((chain) => chain.key),
    }
  }
}

export const chains = new ChainDirectory(chainList)

/** The chains that imports accept; `others` are words besides them, such as `all`. */
export function knownChains(others: readonly string[] = []): KnownWords {
  const listed = chains.list()
  const values = [...listed.map(({ key }) => key), ...others]
  return { what: 'chain', values, names: [...listed.map(({ name }) => name), ...others] }
}

/** SQL that cuts off the spaces that `trim` does. */
export function trimSql(column: Sql): Sql {
  return sql`trimBoth(${column}, ' \\t\\n\\v\\f\\r')`
}

/** SQL of a text's words in lower case with hyphens between, for ids that files do not give. */
export function slugSql(text: Sql): Sql {
  const words = sql`replaceRegexpAll(lowerUTF8(${text}), '[^\\\\p{L}\\\\p{N}]+', '-')`
  return sql`trimBoth(${words}, '-')`
}

/** SQL of the key for any spelling of a chain; `others` are further names with their keys. */
export function chainKeySql(
  column: Sql,
  others: readonly (readonly [name: string, key: string])[] = [],
): Sql {
  const { names, keys } = chains.spellings()
  const list = (values: readonly string[]) =>
    sql`[${joinSql(
      values.map((value) => literal(value)),
      sql`,`,
    )}]`
  const lookup = sql`if(match(${column}, '[A-Za-z]'), replaceRegexpAll(lower(${column}), '[\\\\s_-]+', ''), ${trimSql(column)})`
  return sql`transform(${lookup}, ${list([...names, ...others.map(([name]) => name)])}, ${list([...keys, ...others.map(([, key]) => key)])}, toString(${column}))`
}
