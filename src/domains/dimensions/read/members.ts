import type { RequestContext } from '../../../http/route.ts'
import { at } from '../../../lib/at.ts'
import { dayOf } from '../../../lib/clock.ts'
import { toSlug } from '../../../lib/slug.ts'
import { sql } from '../../../lib/sql.ts'
import { chains, type Registry, registryState } from '../../registry/public.ts'
import type { DaySeries } from '../derive/day-series.ts'
import { distinctAcrossChains } from '../derive/distinct-across-chains.ts'
import type { Member, Subject } from '../derive/members.ts'
import { type SeriesByType, typesBehind, withMissingSplits } from '../derive/missing-splits.ts'
import { ALL_CHAINS, CHAIN_PREFIX, dimensionDays } from '../facts.ts'
import { type DataType, getDataType, getMetric, type Metric } from '../metrics.ts'
import { readSeries, type SeriesFilter } from './series.ts'

export type ReadContext = Pick<RequestContext, 'states' | 'snapshot' | 'nowSec'>

/** One kind of figure of a metric. */
export interface MetricRequest {
  readonly metric: Metric
  readonly type: DataType
  readonly registry: Registry
  /** D: the last complete UTC day, in days since 1970. */
  readonly lastDay: number
}

/** An unknown metric is 404, an unknown type 400. */
export async function openMetric(
  { states, snapshot, nowSec }: ReadContext,
  metricName: string,
  dataType: string | undefined,
): Promise<MetricRequest> {
  const metric = getMetric(metricName)
  const type = getDataType(metric, dataType)
  const registry = await states.get(registryState, snapshot)
  return { metric, type, registry, lastDay: dayOf(nowSec) - 1 }
}

/** Members with a value of a kind, by the name of the kind. */
export type MembersByType = ReadonlyMap<string, readonly Member[]>

/** What was read of a kind; a kind that was not read is a bug. */
export function ofType<T>(byType: ReadonlyMap<string, T>, dataType: string): T {
  const found = byType.get(dataType)
  if (found === undefined) throw new Error(`${dataType} was not read.`)
  return found
}

/** Which rows are read: without a filter, all of the metric. */
export interface MemberFilter {
  readonly protocols?: readonly string[]
  /** In any case of letters. */
  readonly chain?: string
}

/** Members with a value of the kind that was requested. */
export async function readMembers(
  context: ReadContext,
  request: MetricRequest,
  filter: MemberFilter,
): Promise<readonly Member[]> {
  const byType = await readMembersByType(context, request, [request.type], filter)
  return ofType(byType, request.type.name)
}

// A batch is parsed without a pause, so it is short. The engine has two connections for reads.
const BATCH_SIZE = 50
const PARALLEL_READS = 2

/** The same for several kinds of figures, with one read of their rows. */
export async function readMembersByType(
  { snapshot }: ReadContext,
  { metric, registry }: Pick<MetricRequest, 'metric' | 'registry'>,
  types: readonly DataType[],
  { protocols, chain }: MemberFilter = {},
): Promise<MembersByType> {
  const dataTypes = storedTypes(types)
  const ofChain = chain?.toLowerCase()
  const batches = (protocols === undefined ? rangesOf(registry) : listsOf(protocols)).entries()
  const results: SeriesMembers[][] = []
  const readNext = async () => {
    for (const [index, batch] of batches) {
      const series = await readSeries(snapshot, { metric, dataTypes, chain: ofChain, ...batch })
      results[index] = types.map((type) => membersOf(series, type, registry))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_READS }, readNext))
  return new Map(
    types.map(({ name }, index) => {
      const found = results.map((byType) => at(byType, index))
      return [
        name,
        [...found.flatMap(({ reported }) => reported), ...found.flatMap(({ derived }) => derived)],
      ]
    }),
  )
}

type Batch = Pick<SeriesFilter, 'where' | 'params'>

function listsOf(protocols: readonly string[]): Batch[] {
  const ids = [...protocols].sort()
  return Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, index) => ({
    where: sql`protocol IN {protocols:Array(String)}`,
    params: { protocols: ids.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE) },
  }))
}

/** Ranges of ids that cover all protocols, and the chains that are measured themselves. */
function rangesOf(registry: Registry): Batch[] {
  // The engine compares bytes: only ids of ASCII are in the same order here.
  const ids = registry.listChildren().flatMap(({ id }) => (/^[ -~]+$/.test(id) ? [id] : []))
  const starts = ids.sort().filter((_, index) => index > 0 && index % BATCH_SIZE === 0)
  return ['', ...starts].map((from, index) => {
    const isAfter = sql`protocol >= {fromProtocol:String}`
    const end = starts[index]
    return end === undefined
      ? { where: isAfter, params: { fromProtocol: from } }
      : {
          where: sql`${isAfter} AND protocol < {endProtocol:String}`,
          params: { fromProtocol: from, endProtocol: end },
        }
  })
}

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

const OF_TYPES = sql`metric = {metric:String} AND dataType IN {dataTypes:Array(String)}`

/** Protocols with rows of a kind and their chains, for a request that found nothing. */
export function readMeasuredPlaces(
  { snapshot }: ReadContext,
  { metric, type }: MetricRequest,
): Promise<{ protocol: string; chain: string }[]> {
  return snapshot.query(
    sql`SELECT DISTINCT protocol, chain ${snapshot.versions(dimensionDays, OF_TYPES)} ORDER BY protocol, chain`,
    { metric: metric.name, dataTypes: storedTypes([type]) },
  )
}

/** Protocols with rows of some kinds on a chain, whatever the case of its name. */
export async function readProtocolsOnChain(
  { snapshot }: ReadContext,
  { metric }: MetricRequest,
  types: readonly DataType[],
  chain: string,
): Promise<string[]> {
  const isThere = sql`${OF_TYPES} AND lower(chain) = {chain:String}`
  const rows = await snapshot.query<{ protocol: string }>(
    sql`SELECT DISTINCT protocol ${snapshot.versions(dimensionDays, isThere)} ORDER BY protocol`,
    { metric: metric.name, dataTypes: storedTypes(types), chain: chain.toLowerCase() },
  )
  return rows.map(({ protocol }) => protocol)
}
