import { bucketOf } from './bucket.ts'

/** What decides the place of an asset in a list. */
export interface Ranked {
  readonly about: {
    readonly id: string
    readonly stablecoin: boolean
    readonly governance: boolean
  }
  /** `undefined` when not known. */
  readonly onChainUsd: number | undefined
}

/** Largest on-chain market cap first, those without one last, then by id. */
export function byMarketCap(a: Ranked, b: Ranked): number {
  return (
    (b.onChainUsd ?? -1) - (a.onChainUsd ?? -1) ||
    (a.about.id < b.about.id ? -1 : Number(a.about.id > b.about.id))
  )
}

/**
 * The same, but the assets of the base bucket before all others (semantics 10.5: the list goes by
 * base market cap).
 */
export function byBaseMarketCap(a: Ranked, b: Ranked): number {
  return (
    Number(bucketOf(b.about) === 'base') - Number(bucketOf(a.about) === 'base') || byMarketCap(a, b)
  )
}
