import { derivedState, type State } from '../cache/state.ts'
import { type Named, NameIndex } from '../derive/name-index.ts'
import type { RequestContext, Root } from './route.ts'

export type SearchContext = Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>

export const SEARCH_KINDS = [
  'protocol',
  'chain',
  'coin',
  'stablecoin',
  'pool',
  'bridge',
  'fund',
  'company',
  'privateCompany',
  'realWorldAsset',
  'institution',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

/** What search shows of something it found. */
export interface Hit {
  readonly name: string
  readonly symbol: string | null
  /** Where its details are: a path of a root. */
  readonly root: Root
  readonly path: string
  /** Value in US dollars by which hits are ranked, such as TVL or market cap. */
  readonly sizeUsd: number | null
}

/** Things of one kind that people look for by name. Domains declare them. */
export interface Searchable {
  readonly kind: SearchKind
  /** Finds their ids; it depends on names only, so that new figures leave it as it is. */
  readonly index: State<NameIndex>
  /** Read only where something was found. Gives what is shown of an id, if it is still there. */
  readHits(context: SearchContext): Promise<(id: string) => Hit | undefined>
}

/** The index of what a state names. */
export function nameIndex<T>(
  name: string,
  from: State<T>,
  list: (value: T) => Iterable<Named>,
): State<NameIndex> {
  return derivedState({ name, from: [from], make: (value) => NameIndex.of(list(value)) })
}

/** Lists the values of a map by their keys, each with the texts that name it. */
export function namesByKey<V>(textsOf: (value: V) => Named['texts']) {
  return (values: ReadonlyMap<string | number, V>): Named[] =>
    [...values].map(([key, value]) => ({ id: String(key), texts: textsOf(value) }))
}
