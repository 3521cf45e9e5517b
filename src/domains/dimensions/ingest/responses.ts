import { toSlug } from '../../../lib/slug.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Members,
  readBool,
  readList,
  readMembers,
  readNumber,
  readText,
  readTexts,
  requireSec,
  requireText,
  UnknownShape,
} from '../../../sources/mirror/read-value.ts'
import {
  type Call,
  type CarriedFact,
  type FactRows,
  type ResponseContext,
  type ResponseReader,
  readItems,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { namedProtocols, protocols, readProtocolRow } from '../../registry/public.ts'
import { ALL_CHAINS, CHAIN_PREFIX, dimensionDays } from '../facts.ts'
import { getDataType, getMetric, METRICS, type Metric } from '../metrics.ts'
import { OWN_PATHS, operationOf } from '../routes/own-paths.ts'
import { methodRows, methodsCarried } from './method-responses.ts'

// What labels of one figure that has none are shown as.
const NO_LABEL = 'Other'
const LABELS = 'dimensions.getMetricProtocolLabelBreakdown'
const TOTALS = 'dimensions.getMetricProtocol'
const BY_CHAIN = 'dimensions.getMetricProtocolChainBreakdown'
const CHART = 'dimensions.getMetricProtocolChart'

const days = (scope: readonly string[], note: string): CarriedFact => ({
  fact: dimensionDays,
  refill: 'daily',
  note,
  scope,
  takesBack: { values: { valueUsd: 0 }, within: 'range' },
})
const BY_FIGURE = ['metric', 'protocol', 'dataType']
const ROUNDED = 'Whole dollars.'

/** A metric with an overview and summaries, which say most: chain by version. */
interface Summarized {
  metric: string
  overview: string
  summary: string
  dataTypes: readonly string[]
}

const SUMMARIZED = OWN_PATHS.filter(({ summary }) => summary !== undefined).map(
  ({ metric, name }): Summarized => ({
    metric,
    overview: operationOf(name, 'Overview'),
    summary: operationOf(name, 'Summary'),
    // The other kind of volume of derivatives is read from its charts.
    dataTypes: metric === 'derivatives' ? ['dailyVolume'] : storedTypesOf(getMetric(metric)),
  }),
)

/** What only the charts of any metric carry. */
const CHARTED: readonly (readonly [metric: string, dataType: string])[] = [
  ['derivatives', 'dailyNotionalVolume'],
  ...METRICS.filter(({ name }) => !SUMMARIZED.some(({ metric }) => metric === name)).flatMap(
    (metric) => storedTypesOf(metric).map((dataType) => [metric.name, dataType] as const),
  ),
]

/** Running totals follow from the others. */
function storedTypesOf({ dataTypes }: Metric): string[] {
  return dataTypes.filter(({ runningTotalOf }) => !runningTotalOf).map(({ name }) => name)
}

/** `/overview/…`: which protocols have figures of a kind, and whether they changed. */
function overviewOf({ metric, overview, summary, dataTypes }: Summarized): ResponseReader {
  return {
    operation: overview,
    calls: dataTypes.map((dataType) => ({
      params: { dataType },
      query: {
        excludeTotalDataChart: 'true',
        excludeTotalDataChartBreakdown: 'true',
        ...queryOf(metric, dataType),
      },
    })),
    carries: [namedProtocols, methodsCarried],
    details: (body, { call }) => {
      const dataType = requireText(call.params.dataType, 'dataType')
      return readOverview(body).map((item, index): Call => {
        const slug = readText(item.slug, `protocols[${index}].slug`)
        const protocol = slug ?? toSlug(requireText(item.name, `protocols[${index}].name`))
        return {
          operation: summary,
          params: { protocol, dataType },
          query: { excludeTotalDataChart: 'true', ...queryOf(metric, dataType) },
          mark: stableId(JSON.stringify(item)),
        }
      })
    },
    rows: (body, context) => describedRows(readOverview(body), metric, context),
  }
}

/** The default kind of figure is not requested, since older services do not know the others. */
function queryOf(metric: string, dataType: string): Record<string, string> {
  return getDataType(getMetric(metric), undefined).name === dataType ? {} : { dataType }
}

function readOverview(body: unknown): Members[] {
  const { protocols: items } = readMembers(body, 'body')
  return readList(items, 'protocols').map((item, index) => readMembers(item, `protocols[${index}]`))
}

function describedRows(
  items: readonly Members[],
  metric: string,
  context: ResponseContext,
): FactRows[] {
  const described = readItems(items, 'protocols', context, (item, member) => {
    const { id, serviceId } = readMembers(item, member)
    // A name alone does not say which protocol it is.
    if ((id ?? serviceId ?? null) === null) return undefined
    const row = readProtocolRow(readMembers(item, member), member)
    return row.id.startsWith(CHAIN_PREFIX) || isChain(item) ? undefined : row
  })
  return [rowsOf(protocols, described), methodRows(items, metric)]
}

function isChain(item: unknown): boolean {
  return readMembers(item, 'protocols[]').protocolType === 'chain'
}

/** `/summary/…`: days by chain and version. One with labels on one chain is read by label. */
function summaryOf({ metric, summary }: Summarized): ResponseReader {
  return {
    operation: summary,
    calls: 'listed',
    carries: [
      days(BY_FIGURE, `${ROUNDED} Labels only where all figures are of one chain and version.`),
    ],
    details: (body, { call }) => {
      const detail = readMembers(body, 'body')
      const places = placesOf(detail)
      if (!hasLabels(detail, places)) return []
      const [place] = places
      if (place === undefined) return []
      const { protocol = '', dataType = '' } = call.params
      return [
        {
          operation: LABELS,
          params: { metric, protocol, id: idOf(detail), dataType, ...place },
          query: { dataType },
          mark: call.mark,
        },
      ]
    },
    rows: (body, { call }) => {
      const detail = readMembers(body, 'body')
      if (hasLabels(detail, placesOf(detail))) return []
      const dataType = requireText(call.params.dataType, 'dataType')
      const protocol = idOf(detail)
      const member = 'totalDataChartBreakdown'
      const rows = readPoints(detail[member], member).flatMap(([atSec, parts]) =>
        byChainAndVersion(detail, parts).flatMap(({ chain, name, value }) => {
          const version = versionOf(detail, name)
          return dayRows({ metric, protocol, dataType, version, chain, label: '' }, atSec, value)
        }),
      )
      return [rowsOf(dimensionDays, rows)]
    },
  }
}

/** By label: everything is of the one chain and version that the summary named. */
const labelBreakdown = breakdown(LABELS, days(BY_FIGURE, ROUNDED), (name) => ({
  label: name === NO_LABEL ? '' : name,
}))

/** `/v2/chart/{metric}/protocol-breakdown`: the names that have figures of a kind. */
const protocolBreakdown: ResponseReader = {
  operation: 'dimensions.getMetricProtocolBreakdown',
  calls: CHARTED.map(([metric, dataType]) => ({
    params: { metric, dataType },
    query: { dataType },
  })),
  carries: [],
  details: (body, { call }) => {
    const { metric = '', dataType = '' } = call.params
    const values = new Map<string, unknown[]>()
    for (const [atSec, parts] of readPoints(body, 'body'))
      for (const [name, value] of Object.entries(parts)) {
        values.getOrInsert(name, []).push(atSec, value)
      }
    return [...values].map(([name, points]) => ({
      operation: TOTALS,
      params: { metric, dataType, protocol: toSlug(name) },
      query: { dataType },
      mark: stableId(JSON.stringify(points)),
    }))
  },
  rows: () => [],
}

/** `/v2/metrics/{metric}/protocol/{protocol}`: which protocol a name is. */
const protocolTotals: ResponseReader = {
  operation: TOTALS,
  calls: 'listed',
  carries: [namedProtocols, methodsCarried],
  details: (body, { call }) => {
    const detail = readMembers(body, 'body')
    const { metric = '', dataType = '' } = call.params
    const isDistinct = getDataType(getMetric(metric), dataType).distinct === true
    return [BY_CHAIN, ...(isDistinct ? [CHART] : [])].map((operation) => ({
      operation,
      params: { ...call.params, id: idOf(detail) },
      query: { dataType },
      mark: call.mark,
    }))
  },
  rows: (body, context) =>
    describedRows([readMembers(body, 'body')], context.call.params.metric ?? '', context),
}

const byChain = breakdown(
  BY_CHAIN,
  days([...BY_FIGURE, 'chain'], `${ROUNDED} Without versions and labels.`),
  (chain) => ({ chain }),
)

/** Daily figures in parts, whose names say more than the call. */
function breakdown(
  operation: string,
  carried: CarriedFact,
  placeOf: (name: string) => Partial<Figure>,
): ResponseReader {
  return {
    operation,
    calls: 'listed',
    carries: [carried],
    rows: (body, { call }) => {
      const rows = readPoints(body, 'body').flatMap(([atSec, parts]) =>
        Object.entries(parts).flatMap(([name, value]) =>
          dayRows({ ...figureOf(call), ...placeOf(name) }, atSec, value),
        ),
      )
      return [rowsOf(dimensionDays, rows)]
    },
  }
}

/** Distinct users across chains are not the sum of the chains. */
const acrossChains: ResponseReader = {
  operation: CHART,
  calls: 'listed',
  carries: [days([...BY_FIGURE, 'chain'], ROUNDED)],
  rows: (body, { call }) => {
    const figure = { ...figureOf(call), chain: ALL_CHAINS }
    const rows = readList(body, 'body').flatMap((point) => {
      const [date, value] = readList(point, 'body[]')
      return dayRows(figure, requireSec(date, 'body[][0]'), value)
    })
    return [rowsOf(dimensionDays, rows)]
  },
}

interface Figure {
  metric: string
  protocol: string
  dataType: string
  version: string
  chain: string
  label: string
}

/** What a call says of the figures of its response. */
function figureOf({ params }: Call): Figure {
  const { metric = '', id = '', dataType = '', version = '', chain = '' } = params
  return { metric, protocol: id, dataType, version, chain, label: '' }
}

function dayRows(figure: Figure, atSec: number, value: unknown) {
  const valueUsd = readNumber(value, 'a value of the chart')
  return valueUsd === null ? [] : [{ ...figure, atSec, valueUsd }]
}

function readPoints(value: unknown, member: string): [number, Members][] {
  return readList(value, member).map((point) => {
    const [date, parts] = readList(point, `${member}[]`)
    return [requireSec(date, `${member}[][0]`), readMembers(parts, `${member}[][1]`)]
  })
}

function idOf(detail: Members): string {
  return requireText(detail.id ?? detail.serviceId, 'id')
}

/** Figures without a version stand under the protocol's own name. */
function versionOf({ name, displayName }: Members, version: string): string {
  return version === name || version === displayName ? '' : version
}

/** `{ chain: { version: value } }`; of one chain some services leave the chain out. */
function byChainAndVersion(detail: Members, parts: Members) {
  const member = 'totalDataChartBreakdown'
  return Object.entries(parts).flatMap(([key, value]) => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).map(([name, figure]) => ({ chain: key, name, value: figure }))
    const [chain, ...others] = readTexts(detail.chains, 'chains')
    if (chain === undefined || others.length > 0)
      throw new UnknownShape(`${member}[].${key}`, 'is a figure of several chains together')
    return [{ chain, name: key, value }]
  })
}

function placesOf(detail: Members): { chain: string; version: string }[] {
  const places = new Map<string, { chain: string; version: string }>()
  for (const [, parts] of readPoints(detail.totalDataChartBreakdown, 'totalDataChartBreakdown'))
    for (const { chain, name } of byChainAndVersion(detail, parts))
      places.set(`${chain}\n${name}`, { chain, version: versionOf(detail, name) })
  return [...places.values()]
}

function hasLabels(detail: Members, places: readonly unknown[]): boolean {
  return places.length === 1 && readBool(detail.hasLabelBreakdown, 'hasLabelBreakdown') === true
}

export const dimensionResponses: readonly ResponseReader[] = [
  ...SUMMARIZED.flatMap((one) => [overviewOf(one), summaryOf(one)]),
  labelBreakdown,
  protocolBreakdown,
  protocolTotals,
  byChain,
  acrossChains,
]
