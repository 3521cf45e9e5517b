import type { RequestContext } from '../../http/route.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { notFound } from '../../lib/errors.ts'
import { toCategorySlug } from '../../lib/slug.ts'
import { suggest } from '../../lib/suggest.ts'
import {
  chains,
  familyOf,
  type Protocol,
  type Registry,
  registryState,
} from '../registry/public.ts'
import {
  categoriesOf,
  countedInTotals,
  inCategory,
  type Member,
  onChain,
} from './derive/members.ts'
import { CHAIN_PREFIX } from './facts.ts'
import { type DataType, getDataType, getMetric, type Metric } from './metrics.ts'
import { pictureStates } from './read/picture.ts'

/** What a question about one kind of figure is answered from. */
export interface View {
  readonly metric: Metric
  readonly type: DataType
  readonly registry: Registry
  /** D: the last complete UTC day, in days since 1970. */
  readonly lastDay: number
  /** Everybody who has a value of this kind. */
  readonly members: readonly Member[]
}

/** Opens the view of a metric; an unknown metric is 404, an unknown type 400. */
export async function openView(
  { states, snapshot, nowSec }: Pick<RequestContext, 'states' | 'snapshot' | 'nowSec'>,
  metricName: string,
  dataType: string | undefined,
): Promise<View> {
  const metric = getMetric(metricName)
  const type = getDataType(metric, dataType)
  const registry = await states.get(registryState, snapshot)
  const state = pictureStates.get(metric.name)
  const members =
    state === undefined ? [] : (await states.get(state, snapshot)).members(type, registry)
  return { metric, type, registry, lastDay: Math.floor(nowSec / DAY_SEC) - 1, members }
}

/** All that counts in the total of a metric. */
export function everything({ members }: View): Member[] {
  return countedInTotals(members)
}

/** Narrows members to a chain, by any of its names; one without a value of this kind is 404. */
export function narrowToChain(
  members: readonly Member[],
  text: string,
  { metric }: View,
): { name: string; members: Member[] } {
  const chain = chains.find(text)
  // A chain that only imported rows know goes by the name it came with.
  const key =
    chain?.key ?? [...keysOf(members)].find((known) => known.toLowerCase() === text.toLowerCase())
  const name = chains.nameOf(key ?? text)
  const found = key === undefined ? [] : onChain(members, key)
  if (found.length > 0) return { name, members: found }
  throw notFound(
    `Nothing is known of ${metric.name} on ${JSON.stringify(name.slice(0, 60))}. \`allChains\` of the overview lists the chains.`,
    suggest(
      text,
      [...keysOf(members)].map((known) => chains.nameOf(known)),
    ),
  )
}

function keysOf(members: readonly Member[]): Set<string> {
  return new Set(members.flatMap(({ perChain }) => perChain.map(({ chain }) => chain)))
}

/**
 * Narrows members to a category, by slug or name (decision 44); one without a value of this kind is
 * 404.
 */
export function narrowToCategory(
  members: readonly Member[],
  text: string,
  { metric }: View,
): { name: string; members: Member[] } {
  const found = inCategory(members, text)
  const names = listCategories(members)
  const name = names.find((known) => toCategorySlug(known) === toCategorySlug(text))
  if (found.length > 0 && name !== undefined) return { name, members: found }
  throw notFound(
    `Nothing is known of ${metric.name} in the category ${JSON.stringify(text.slice(0, 60))}. \`allCategories\` lists them.`,
    suggest(toCategorySlug(text), names.map(toCategorySlug)),
  )
}

export function listCategories(members: readonly Member[]): string[] {
  return [...new Set(members.flatMap(({ subject }) => categoriesOf(subject)))].sort()
}

/**
 * Whoever a path names, with what is known of it: a protocol, a parent with its children, or a
 * chain that earns itself.
 */
export interface Named {
  /** Absent for a chain. */
  readonly protocol: Protocol | undefined
  readonly members: readonly Member[]
}

/** Finds a protocol, a parent or a chain; one without a value of this kind is 404. */
export function getNamed(text: string, { members, metric, registry }: View): Named {
  const ownChain = findChainMember(text, members)
  const protocol = registry.find(text) ?? (ownChain === undefined ? registry.get(text) : undefined)
  if (protocol === undefined && ownChain !== undefined) return { protocol, members: [ownChain] }
  const ids = new Set(
    protocol === undefined ? [] : familyOf(protocol, registry).map(({ id }) => id),
  )
  const found = members.filter(({ subject }) => ids.has(subject.id))
  if (found.length > 0) return { protocol, members: found }
  throw notFound(
    `Nothing is known of ${metric.name} of ${JSON.stringify(text.slice(0, 60))}. \`protocols\` of the overview lists those that are measured.`,
    suggest(
      text,
      members.map(({ subject }) => subject.slug),
    ),
  )
}

function findChainMember(text: string, members: readonly Member[]): Member | undefined {
  const id = `${CHAIN_PREFIX}${chains.find(text)?.key ?? text.replace(CHAIN_PREFIX, '')}`
  return members.find(({ subject }) => subject.id === id)
}
