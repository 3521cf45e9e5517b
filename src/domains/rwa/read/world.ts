import type { RequestContext } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { dayOf } from '../../../lib/clock.ts'
import { notFound } from '../../../lib/errors.ts'
import { chains } from '../../registry/public.ts'
import type { Place } from '../derive/asset-places.ts'
import { type Bucket, bucketOf } from '../derive/bucket.ts'
import { type PresentFigures, presentFigures, sumKnown } from '../derive/present-figures.ts'
import { isWrapper } from '../derive/stats.ts'
import { type AssetHistory, historiesState, type RwaAsset } from './histories.ts'

/** All real world assets as one request sees them. */
export interface World {
  /** By id, in the order of their ids. */
  readonly byAsset: ReadonlyMap<string, AssetHistory>
  /** The newest reported day, none after today (rwa.md#how-long-figures-stand), or `-Infinity`. */
  readonly day: number
}

/** An asset that is there at present. */
export interface PresentAsset {
  readonly about: RwaAsset
  readonly figures: PresentFigures
  /** Over all chains; `undefined` when not known. */
  readonly onChainUsd: number | undefined
  readonly price: number | null
}

/** Reads all assets; cheap, because what it is made from is in memory. */
export async function readWorld({
  snapshot,
  states,
  nowSec,
}: Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>): Promise<World> {
  const byAsset = await states.get(historiesState, snapshot)
  let newest = Number.NEGATIVE_INFINITY
  for (const { places } of byAsset.values())
    for (const { lastDay } of places.values()) newest = Math.max(newest, lastDay)
  return { byAsset, day: Math.min(newest, dayOf(nowSec)) }
}

/** The assets that are there at present, in the order of their ids. */
export function listPresent({ byAsset, day }: World): readonly PresentAsset[] {
  return [...byAsset.values()].flatMap(({ about, places, ratesOn }) => {
    const figures = presentFigures(places, day)
    if (figures === undefined) return []
    const price = at(ratesOn(day, day), 0)
    return {
      about,
      figures,
      onChainUsd: sumKnown(figures.onChainUsd.values()),
      price: Number.isNaN(price) ? null : price,
    }
  })
}

/** The key of a chain that has or had assets, also of one that only the facts know. */
export function getChainKey({ byAsset }: World, text: string): string {
  const known = new Set([...byAsset.values()].flatMap(({ places }) => [...places.keys()]))
  const key = chains.getKey(text, known)
  if (!known.has(key))
    throw notFound(
      `${chains.nameOf(key)} has no real world asset. GET /rwa/list lists the chains that have.`,
    )
  return key
}

/** The places that charts add up, by chain: of the wanted buckets, and no wrappers (rwa.md). */
export function placesByChain(
  { byAsset }: World,
  buckets: ReadonlySet<Bucket>,
): Map<string, Place[]> {
  const wanted = [...byAsset.values()].filter(
    ({ about }) => !isWrapper(about) && buckets.has(bucketOf(about)),
  )
  const all = wanted.flatMap(({ places }) => [...places])
  const byChain = Map.groupBy(all, ([chain]) => chain)
  return new Map([...byChain].map(([chain, own]) => [chain, own.map(([, place]) => place)]))
}
