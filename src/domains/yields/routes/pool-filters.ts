import { eitherFlag, minFilter, nameFilter, names } from '../../../http/lists/filter.ts'
import { decimal, type Parameter, quote } from '../../../http/parameters.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { toLookupKey, toSlug } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import { chains, type Registry } from '../../registry/public.ts'
import { normalizePoolId } from '../pool-id.ts'

const MAX_USD = 1e15

/** The id of a pool in a path, in any case. */
export function poolId(describe: string): Parameter<string> {
  return {
    describe,
    example: 'ff450c18-3fbb-57da-9454-02e4c317f463',
    schema: { type: 'string', format: 'uuid' },
    parse: (value, name) => {
      const id = normalizePoolId(value ?? '')
      if (id === undefined)
        throw invalidParameter(name, `must be the id of a pool, a UUID, not ${quote(value ?? '')}.`)
      return id
    },
  }
}

/** A condition on what a thing is called. */
export function symbolFilter(example: string) {
  return names(
    'Only with one of these symbols: a whole one, or one of its tokens, in any case; comma-separated.',
    example,
  )
}

/** Symbols that are requested, as they are compared. */
export function upperCased(symbols: readonly string[] | undefined) {
  return symbols && new Set(symbols.map((text) => text.toUpperCase()))
}

/** Conditions on where a thing is and what it is called. */
export function nameFilters(example: { project: string; symbol: string }) {
  return {
    chain: names('Only on these chains, by any of their names, comma-separated.', 'Ethereum'),
    project: names(
      'Only of these projects, by slug, comma-separated; a parent stands for its children.',
      example.project,
    ),
    symbol: symbolFilter(example.symbol),
  }
}

/** Conditions on pools. */
export const poolFilters = {
  ...nameFilters({ project: 'wren-lend', symbol: 'USDT' }),
  stablecoin: eitherFlag('Only pools of stablecoins alone, or with `false` only the others.'),
  minTvlUsd: decimal('Only pools that hold at least so much, US dollars.', {
    min: 0,
    max: MAX_USD,
    example: 1_000_000,
  }),
  minTvl: decimal('The same as `minTvlUsd`.', { min: 0, max: MAX_USD, example: 1_000 }),
}

/** Conditions on what a pool earns. */
export const apyFilters = {
  minApy: minFilter('apy', 'Only pools that yield at least so many percent a year', 0.1),
  exposure: nameFilter(
    'exposure',
    'Only pools of one token (single) or of several (multi)',
    'single',
  ),
}

/** Keys of requested chains; 404 with near names for one that nobody knows. */
export function chainKeys(
  asked: readonly string[],
  listed: Iterable<string | null>,
): ReadonlySet<string | null> {
  const others = new Map([...new Set(listed)].map((key) => [toLookupKey(key ?? ''), key]))
  return new Set(
    asked.map(
      (text) => chains.find(text)?.key ?? others.get(toLookupKey(text)) ?? chains.get(text).key,
    ),
  )
}

/** Names of requested projects and children of parents; 404 with near names for an unknown one. */
export function projectNames(
  asked: readonly string[],
  listed: Iterable<string>,
  { registry, slugs }: { registry: Registry; slugs: ReadonlyMap<string, string> },
): ReadonlySet<string> {
  const bySlug = new Map([...new Set(listed)].map((name) => [toSlug(name), name]))
  return new Set(
    asked.flatMap((text) => {
      const slug = slugs.get(toSlug(text)) ?? toSlug(text)
      const parent = registry.byId(`parent#${slug}`)
      const family =
        parent === undefined ? [] : registry.childrenOf(parent).map((child) => child.slug)
      const isKnown = bySlug.has(slug) || family.length > 0 || slugs.has(slug)
      if (!isKnown)
        throw notFound(
          `No project is called ${quote(text)}. GET /pools lists them.`,
          suggest(slug, bySlug.keys()),
        )
      return [bySlug.get(slug) ?? slug, ...family]
    }),
  )
}
