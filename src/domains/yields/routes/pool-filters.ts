import { eitherFlag, minFilter, nameFilter, names } from '../../../http/lists/filter.ts'
import { decimal, type Parameter, quote } from '../../../http/parameters.ts'
import { invalidParameter, notFound } from '../../../lib/errors.ts'
import { toLookupKey, toSlug } from '../../../lib/slug.ts'
import { suggest } from '../../../lib/suggest.ts'
import { chains, type Registry } from '../../registry/public.ts'

const MAX_USD = 1e15

/** One of some letters or words; absent means the first. */
export function oneOf<const N extends string>(
  describe: string,
  allowed: readonly [N, ...N[]],
  example: N,
): Parameter<N> {
  return {
    describe,
    example,
    schema: { type: 'string', enum: [...allowed], default: allowed[0] },
    parse: (value, name) => {
      if (value === undefined || value === '') return allowed[0]
      const found = allowed.find((candidate) => candidate === value)
      if (found === undefined)
        throw invalidParameter(name, `must be one of ${allowed.join(', ')}, not ${quote(value)}.`)
      return found
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

/**
 * Keys of the chains that are asked for; 404 with near names for one that neither the chains nor
 * the list knows.
 */
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

/**
 * Names of the projects that are asked for, with the children of parents; 404 with near names for
 * one that nobody knows.
 */
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
