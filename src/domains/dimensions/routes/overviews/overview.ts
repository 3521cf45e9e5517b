import Type from 'typebox'
import { unixDay } from '../../../../http/described.ts'
import type { RequestContext } from '../../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../../http/schemas.ts'
import { DAY_SEC } from '../../../../lib/clock.ts'
import { emptyRecord } from '../../../../lib/records.ts'
import { mapInSlices } from '../../../../lib/time-slice.ts'
import { chains } from '../../../registry/public.ts'
import { type Measured, measure, sumOf, totalsByChain } from '../../derive/measured.ts'
import { countsInTotals, type Member } from '../../derive/members.ts'
import type { TotalName } from '../../derive/totals.ts'
import { selectChain } from '../../member-selection.ts'
import { type DataType, getDataType } from '../../metrics.ts'
import { type MetricRequest, ofType, openMetric, readMembersByType } from '../../read/members.ts'
import { type Methods, methodsState } from '../../read/methods.ts'
import {
  chartRows,
  chartSchema,
  exampleChart,
  exampleVolumePoints,
  makeChart,
  NO_CHART,
  nestedRows,
  nestedSchema,
  protocolName,
  type TimeRange,
  versionName,
  volumePointRows,
  volumePoints,
} from '../charts.ts'
import { exampleFigures, figuresOf, figuresSchema, whole, withCoverage } from '../figures.ts'
import { chainMembers, exampleRow, rowOf, rowSchema } from '../metadata.ts'
import type { OwnMembers } from '../own-members.ts'

const byChainAndName = mapOf(mapOf(Type.Number(), 'US dollars by protocol or version'), 'By chain')

const noBreakdown = Type.Null({ description: 'Always null; see that of each protocol' })

export function overviewSchema(own: OwnMembers) {
  return shape({
    ...chainMembers,
    ...figuresSchema,
    breakdown24h: noBreakdown,
    breakdown30d: noBreakdown,
    ...own.body.members,
    ...Object.fromEntries(own.charts.map(([name]) => [name, volumePoints])),
    protocols: Type.Array(
      shape({
        ...rowSchema,
        ...figuresSchema,
        breakdown24h: byChainAndName,
        breakdown30d: byChainAndName,
        ...own.part.members,
        lastDay: Type.Optional(
          nullable(unixDay('Start of the UTC day that total24h is of; with `include=lastDay`')),
        ),
      }),
      { description: 'Largest 24 hours first' },
    ),
    totalDataChart: chartSchema,
    totalDataChartBreakdown: nestedSchema,
  })
}

export function exampleOverview(own: OwnMembers) {
  const breakdown = { Ethereum: { 'Example Swap': 42_000_000 } }
  return {
    chain: null,
    allChains: ['Ethereum', 'Arbitrum'],
    ...exampleFigures,
    breakdown24h: null,
    breakdown30d: null,
    ...own.body.example,
    ...Object.fromEntries(own.charts.map(([name]) => [name, exampleVolumePoints])),
    protocols: [
      {
        ...exampleRow,
        ...exampleFigures,
        breakdown24h: breakdown,
        breakdown30d: breakdown,
        ...own.part.example,
      },
    ],
    totalDataChart: exampleChart,
    totalDataChartBreakdown: [[1_760_054_400, breakdown]],
  }
}

export interface OverviewRequest extends TimeRange {
  metric: string
  dataType: string | undefined
  chain: string | undefined
  include: ReadonlySet<'lastDay'>
  excludeTotalDataChart: boolean
  excludeTotalDataChartBreakdown: boolean
}

/** The overview of a metric on all chains or one (dimensions.md#from-rows-to-days). */
export async function makeOverview(
  context: RequestContext,
  asked: OverviewRequest,
  own: OwnMembers,
): Promise<unknown> {
  const request = await openMetric(context, asked.metric, asked.dataType)
  const { type } = request
  const { chain, byType } = await readOverview(context, request, asked.chain, own.types)
  const measuredByType = new Map<string, Measured[]>()
  for (const [name, members] of byType)
    measuredByType.set(name, await measureAll(request, name, members))
  const rows = ofType(measuredByType, type.name)
  const counted = rows.filter(isCounted)
  const members = counted.map(({ member }) => member)
  const total = sumOf(counted)
  const chart = asked.excludeTotalDataChart ? NO_CHART : await makeChart(request, members, asked)
  const totalsOf = totalsByMember(measuredByType)
  const methods = await context.states.get(methodsState, context.snapshot)
  const body = {
    chain,
    allChains: totalsByChain(counted).map(([key]) => chains.nameOf(key)),
    ...figuresOf(total, type.kind, true),
    breakdown24h: null,
    breakdown30d: null,
    ...own.body.item((dataType) =>
      dataType === undefined ? total : sumOf(ofType(measuredByType, dataType).filter(isCounted)),
    ),
    protocols: await mapInSlices(rows.toSorted(bySize), (measured) => ({
      ...makeRow(measured, request, methods),
      ...own.part.item((dataType) =>
        dataType === undefined ? measured.totals : totalsOf(dataType, measured.member),
      ),
      ...(asked.include.has('lastDay') ? { lastDay: lastDayOf(measured, request) } : {}),
    })),
    ...Object.fromEntries(own.charts.map(([name]) => [name, volumePointRows(chart)])),
    totalDataChart: chartRows(chart),
    totalDataChartBreakdown: asked.excludeTotalDataChartBreakdown
      ? []
      : await nestedRows(request, members, protocolName, asked),
  }
  return withCoverage(body, counted)
}

async function readOverview(
  context: RequestContext,
  request: MetricRequest,
  chain: string | undefined,
  others: readonly string[],
) {
  const named = others.map((name) => getDataType(request.metric, name))
  const types: DataType[] = [...new Set([request.type, ...named])]
  if (chain === undefined)
    return { chain: null, byType: await readMembersByType(context, request, types) }
  const { name, byType } = await selectChain(context, request, chain, types)
  return { chain: name, byType }
}

function measureAll(
  { metric, lastDay }: MetricRequest,
  typeName: string,
  members: readonly Member[],
): Promise<Measured[]> {
  const { kind } = getDataType(metric, typeName)
  return mapInSlices(members, (member) => measure(member, lastDay, kind))
}

function isCounted({ member }: Measured): boolean {
  return countsInTotals(member)
}

/** Totals of each member by kind of figure. */
function totalsByMember(byType: ReadonlyMap<string, readonly Measured[]>) {
  const byId = new Map(
    [...byType].map(([name, rows]) => [
      name,
      new Map(rows.map(({ member, totals }) => [member.subject.id, totals])),
    ]),
  )
  return (dataType: string, { subject }: Member) => byId.get(dataType)?.get(subject.id)
}

function makeRow(
  measured: Measured,
  request: MetricRequest,
  methods: Methods,
): Record<string, unknown> {
  const selected = { protocol: measured.member.subject.protocol, members: [measured.member] }
  return {
    ...rowOf(selected, [measured], request, methods),
    ...figuresOf(measured.totals, request.type.kind, false),
    breakdown24h: partsOf(measured, 'total24h'),
    breakdown30d: partsOf(measured, 'total30d'),
  }
}

/** The day that `total24h` is of: D, or the day before where D is late. */
function lastDayOf({ sums, totals }: Measured, { lastDay }: MetricRequest): number | null {
  const daysBack = sums.recordedDays.indexOf(1)
  return totals.total24h === null ? null : (lastDay - daysBack) * DAY_SEC
}

/** One figure by chain and version, under display names (dimensions.md#breakdowns). */
function partsOf(
  { member, perChain }: Measured,
  name: TotalName,
): Record<string, Record<string, number>> {
  const parts = emptyRecord<Record<string, number>>()
  for (const { series, totals } of perChain) {
    const value = whole(totals[name])
    if (value === null) continue
    const chain = chains.nameOf(series.chain)
    parts[chain] = { ...parts[chain], [versionName(member, series)]: value }
  }
  return parts
}

function bySize(a: Measured, b: Measured): number {
  const size = ({ totals }: Measured) => totals.total24h ?? Number.NEGATIVE_INFINITY
  if (size(a) !== size(b)) return size(b) - size(a)
  return a.member.subject.name < b.member.subject.name ? -1 : 1
}
