import { notFound } from '../../lib/errors.ts'
import { toCategorySlug } from '../../lib/slug.ts'
import { suggest } from '../../lib/suggest.ts'
import { chains, familyOf, type Protocol } from '../registry/public.ts'
import {
  countsInTotals,
  inCategory,
  isInCategory,
  listCategories,
  type Member,
  onChain,
} from './derive/members.ts'
import { CHAIN_PREFIX } from './facts.ts'
import type { DataType } from './metrics.ts'
import {
  findSubject,
  type MemberFilter,
  type MembersByType,
  type MetricRequest,
  ofType,
  type ReadContext,
  readMeasuredPlaces,
  readMembers,
  readMembersByType,
  readProtocolsOnChain,
} from './read/members.ts'

export interface CountedRequest {
  readonly chain: string | undefined
  readonly category: string | undefined
  /** Totals list all categories; a chart needs its own rows only. */
  readonly shows: 'totals' | 'chart'
}

/** What counts in a total, with display names. A category without a value of this kind is 404, a chain without any of the metric. */
export async function selectCounted(
  context: ReadContext,
  request: MetricRequest,
  asked: CountedRequest,
) {
  const { chain, category } = asked
  const filter = await filterOf(context, request, asked)
  const all = (await readMembers(context, request, filter)).filter(countsInTotals)
  const allCategories = listCategories(all)
  const inside = category === undefined ? all : inCategory(all, category)
  if (category !== undefined && inside.length === 0)
    throw await categoryNotFound(context, request, category)
  const narrowed = chain === undefined ? undefined : narrowToChain(inside, chain)
  if (chain !== undefined && narrowed?.members.length === 0) {
    if (category !== undefined) throw await chainNotFound(context, request, chain)
    await requireMeasuredChain(context, request, chain)
  }
  return {
    members: narrowed?.members ?? inside,
    chain: narrowed?.name,
    category: category === undefined ? undefined : findCategory(allCategories, category),
    allCategories,
  }
}

/** The rows worth reading. Totals on a chain depend on the days that other chains reported. */
async function filterOf(
  context: ReadContext,
  request: MetricRequest,
  { chain, category, shows }: CountedRequest,
): Promise<MemberFilter> {
  if (category !== undefined) {
    if (shows === 'totals') return {}
    const inside = request.registry.listChildren().filter((one) => isInCategory(one, category))
    return { protocols: inside.map(({ id }) => id) }
  }
  if (chain === undefined) return {}
  const key = chains.keyOf(chain)
  const protocols = await readProtocolsOnChain(context, request, [request.type], key)
  return shows === 'totals' ? { protocols } : { protocols, chain: key }
}

function findCategory(names: readonly string[], text: string): string | undefined {
  return names.find((name) => toCategorySlug(name) === toCategorySlug(text))
}

/** All members on a chain, by kind of figure; a chain without any of the metric is 404. */
export async function selectChain(
  context: ReadContext,
  request: MetricRequest,
  text: string,
  types: readonly DataType[],
): Promise<{ name: string; byType: MembersByType }> {
  const protocols = await readProtocolsOnChain(context, request, types, chains.keyOf(text))
  const read = await readMembersByType(context, request, types, { protocols })
  const byType = new Map(
    [...read].map(([type, members]) => [type, narrowToChain(members, text).members]),
  )
  if (ofType(byType, request.type.name).length === 0)
    await requireMeasuredChain(context, request, text)
  return { name: narrowToChain([...read.values()].flat(), text).name, byType }
}

/** By any name of the chain; one that only imported rows know goes by the name it came with. */
function narrowToChain(
  members: readonly Member[],
  text: string,
): { name: string; members: readonly Member[] } {
  const wanted = chains.keyOf(text).toLowerCase()
  const keys = members.flatMap(({ perChain }) => perChain.map(({ chain }) => chain))
  const key = keys.find((known) => known.toLowerCase() === wanted) ?? chains.keyOf(text)
  return { name: chains.nameOf(key), members: onChain(members, key) }
}

/** A protocol, a parent with its children, or a chain that earns itself. */
export interface ProtocolSelection {
  /** Absent for a chain. */
  readonly protocol: Protocol | undefined
  readonly members: readonly Member[]
  /** The same with further kinds of figures that were requested. */
  readonly byType: MembersByType
}

/** Finds a protocol, a parent or a chain; one without a value of this kind is 404. */
export async function selectProtocol(
  context: ReadContext,
  request: MetricRequest,
  text: string,
  types: readonly DataType[] = [request.type],
): Promise<ProtocolSelection> {
  const { registry } = request
  const read = async (protocol: Protocol | undefined, ids: readonly string[]) => {
    const byType = await readMembersByType(context, request, types, { protocols: ids })
    return { protocol, byType, members: ofType(byType, request.type.name) }
  }
  const known = registry.find(text)
  if (known === undefined) {
    const id = `${CHAIN_PREFIX}${chains.find(text)?.key ?? text.replace(CHAIN_PREFIX, '')}`
    const chain = await read(undefined, [id])
    if (chain.members.length > 0) return chain
  }
  const protocol = known ?? registry.get(text)
  const found = await read(
    protocol,
    familyOf(protocol, registry).map(({ id }) => id),
  )
  if (found.members.length === 0) throw await protocolNotFound(context, request, text)
  return found
}

/** A chain that has other figures of the metric has none of this kind: an empty response. */
async function requireMeasuredChain(
  context: ReadContext,
  request: MetricRequest,
  text: string,
): Promise<void> {
  const { dataTypes } = request.metric
  const protocols = await readProtocolsOnChain(context, request, dataTypes, chains.keyOf(text))
  if (protocols.length === 0) throw await chainNotFound(context, request, text)
}

async function chainNotFound(context: ReadContext, request: MetricRequest, text: string) {
  const places = await readMeasuredPlaces(context, request)
  const name = chains.nameOf(chains.keyOf(text)).slice(0, 60)
  return notFound(
    `Nothing is known of ${request.metric.name} on ${JSON.stringify(name)}. \`allChains\` of the overview lists the chains.`,
    suggest(text, new Set(places.map(({ chain }) => chains.nameOf(chain)))),
  )
}

async function categoryNotFound(context: ReadContext, request: MetricRequest, text: string) {
  const names = listCategories(await readSubjects(context, request))
  return notFound(
    `Nothing is known of ${request.metric.name} in the category ${JSON.stringify(text.slice(0, 60))}. \`allCategories\` lists them.`,
    suggest(toCategorySlug(text), names.map(toCategorySlug)),
  )
}

async function protocolNotFound(context: ReadContext, request: MetricRequest, text: string) {
  const subjects = await readSubjects(context, request)
  return notFound(
    `Nothing is known of ${request.metric.name} of ${JSON.stringify(text.slice(0, 60))}. \`protocols\` of the overview lists those that are measured.`,
    suggest(
      text,
      subjects.map(({ subject }) => subject.slug),
    ),
  )
}

async function readSubjects(context: ReadContext, request: MetricRequest) {
  const places = await readMeasuredPlaces(context, request)
  const ids = new Set(places.map(({ protocol }) => protocol))
  return [...ids].flatMap((id) => {
    const subject = findSubject(id, request.registry)
    return subject === undefined ? [] : [{ subject }]
  })
}
