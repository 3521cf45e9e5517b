import { toSlug } from '../../lib/slug.ts'
import { chains, type Registry } from '../registry/public.ts'
import type { DaySeries } from './derive/day-series.ts'
import { distinctAcrossChains } from './derive/distinct-across-chains.ts'
import type { Member, Subject } from './derive/members.ts'
import { type SeriesByType, withMissingSplits } from './derive/missing-splits.ts'
import { ALL_CHAINS, CHAIN_PREFIX } from './facts.ts'
import type { DataType } from './metrics.ts'

/**
 * All daily values of one metric, as reported; what is missing and can be worked out is added when
 * it is asked for.
 */
export class Picture {
  readonly reported: SeriesByType
  #members = new Map<string, Member[]>()
  #registry: Registry | undefined

  constructor(reported: SeriesByType) {
    this.reported = reported
  }

  /** Everybody who has a value of this kind, with the series across chains ready to be counted. */
  members(type: DataType, registry: Registry): readonly Member[] {
    if (this.#registry !== registry) {
      this.#registry = registry
      this.#members = new Map()
    }
    const name = type.runningTotalOf ?? type.name
    const known = this.#members.get(name)
    if (known !== undefined) return known
    const made = this.#makeMembers(name, type, registry)
    this.#members.set(name, made)
    return made
  }

  #makeMembers(name: string, type: DataType, registry: Registry): Member[] {
    const hasToken = (protocol: string) => (registry.byId(protocol)?.tokenCoin ?? null) !== null
    const byProtocol = new Map<string, DaySeries[]>()
    for (const series of withMissingSplits(this.reported, name, hasToken).values()) {
      const own = byProtocol.get(series.protocol)
      if (own === undefined) byProtocol.set(series.protocol, [series])
      else own.push(series)
    }
    return [...byProtocol].flatMap(([id, all]) => {
      const subject = findSubject(id, registry)
      if (subject === undefined) return []
      if (!type.distinct) return [{ subject, all, counted: all, perChain: all }]
      return [
        {
          subject,
          all,
          counted: acrossChains(all),
          perChain: all.filter(({ chain }) => chain !== ALL_CHAINS),
        },
      ]
    })
  }
}

function acrossChains(all: readonly DaySeries[]): DaySeries[] {
  const versions = new Set(all.map(({ version }) => version))
  return [...versions].flatMap(
    (version) =>
      distinctAcrossChains(
        all.filter((series) => series.version === version),
        ALL_CHAINS,
      ) ?? [],
  )
}

/**
 * Whoever an id of the facts stands for; figures of somebody the registry does not know have no
 * name to be served under.
 */
function findSubject(id: string, registry: Registry): Subject | undefined {
  if (id.startsWith(CHAIN_PREFIX)) return chainSubject(id)
  const protocol = registry.byId(id)
  if (protocol === undefined) return undefined
  const { name, slug, category, tags, doubleCounted } = protocol
  return {
    id,
    name,
    slug,
    category,
    tags,
    type: 'protocol',
    isDoubleCounted: doubleCounted,
    protocol,
  }
}

function chainSubject(id: string): Subject {
  const key = id.slice(CHAIN_PREFIX.length)
  const name = chains.nameOf(key)
  return {
    id,
    name,
    slug: toSlug(name),
    category: 'Chain',
    tags: [],
    type: 'chain',
    isDoubleCounted: false,
    protocol: undefined,
  }
}
