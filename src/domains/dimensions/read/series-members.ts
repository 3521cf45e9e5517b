import { toSlug } from '../../../lib/slug.ts'
import { chains, type Registry } from '../../registry/public.ts'
import type { DaySeries } from '../derive/day-series.ts'
import { distinctAcrossChains } from '../derive/distinct-across-chains.ts'
import type { Member, Subject } from '../derive/members.ts'
import { type SeriesByType, typesBehind, withMissingSplits } from '../derive/missing-splits.ts'
import { ALL_CHAINS, CHAIN_PREFIX } from '../facts.ts'
import type { DataType } from '../metrics.ts'

/** The kinds of rows that some kinds of figures are made from. */
export function storedTypes(types: readonly DataType[]): string[] {
  return [...new Set(types.flatMap((type) => typesBehind(storedType(type))))]
}

function storedType({ name, runningTotalOf }: DataType): string {
  return runningTotalOf ?? name
}

/** Protocols that report a figure come before those for which it is worked out. */
export interface SeriesMembers {
  readonly reported: Member[]
  readonly derived: Member[]
}

export function membersOf(series: SeriesByType, type: DataType, registry: Registry): SeriesMembers {
  const hasToken = (protocol: string) => (registry.byId(protocol)?.tokenCoin ?? null) !== null
  const known = withMissingSplits(series, storedType(type), hasToken)
  const reporting = new Set(
    [...(series.get(storedType(type))?.values() ?? [])].map(({ protocol }) => protocol),
  )
  const members = [...Map.groupBy(known.values(), ({ protocol }) => protocol)].flatMap(
    ([id, all]) => {
      const subject = findSubject(id, registry)
      return subject === undefined ? [] : [memberOf(subject, all, type)]
    },
  )
  return {
    reported: members.filter(({ subject }) => reporting.has(subject.id)),
    derived: members.filter(({ subject }) => !reporting.has(subject.id)),
  }
}

function memberOf(subject: Subject, all: readonly DaySeries[], { distinct }: DataType): Member {
  if (!distinct) return { subject, all, counted: all, perChain: all }
  const perChain = all.filter(({ chain }) => chain !== ALL_CHAINS)
  return { subject, all, counted: acrossChains(all), perChain }
}

function acrossChains(all: readonly DaySeries[]): DaySeries[] {
  const versions = Map.groupBy(all, ({ version }) => version)
  return [...versions.values()].flatMap((own) => distinctAcrossChains(own, ALL_CHAINS) ?? [])
}

/** A protocol that the registry does not know has no name to be served under. */
export function findSubject(id: string, registry: Registry): Subject | undefined {
  if (id.startsWith(CHAIN_PREFIX)) return chainSubject(id)
  const protocol = registry.byId(id)
  if (protocol === undefined) return undefined
  const { name, slug, category, tags, doubleCounted: isDoubleCounted } = protocol
  return { id, name, slug, category, tags, type: 'protocol', isDoubleCounted, protocol }
}

function chainSubject(id: string): Subject {
  const name = chains.nameOf(id.slice(CHAIN_PREFIX.length))
  const slug = toSlug(name)
  return {
    ...{ id, name, slug, category: 'Chain', tags: [], type: 'chain' },
    ...{ isDoubleCounted: false, protocol: undefined },
  }
}
