import { derivedState, type State } from '../cache/state.ts'
import { NameIndex } from '../derive/name-index.ts'
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

/** The index of a state with one value per id, by the names in each. */
export function nameIndex<Id extends string | number, V>(
  domain: string,
  values: State<ReadonlyMap<Id, V>>,
  namesOf: (value: V) => readonly (string | null)[],
): State<NameIndex> {
  return derivedState({
    name: `${domain}.nameIndex`,
    from: [values],
    make: (known) =>
      NameIndex.of([...known].map(([id, value]) => ({ id: String(id), texts: namesOf(value) }))),
  })
}
