import { toSlug } from '../../../lib/slug.ts'
import { stableId } from '../../../lib/stable-id.ts'
import {
  type Answer,
  type AnswerContext,
  type Call,
  type CarriedFact,
  type FactRows,
  readItems,
  rowsOf,
} from '../../../sources/mirror/answer.ts'
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
import { namedProtocols, protocols, readProtocolRow } from '../../registry/public.ts'
import { ALL_CHAINS, CHAIN_PREFIX, dimensionDays } from '../facts.ts'
import { getDataType, getMetric } from '../metrics.ts'
import { methodRows, methodsCarried } from './method-answers.ts'

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

interface Summarized {
  metric: string
  overview: string
  summary: string
  dataTypes: readonly string[]
}

/** Metrics with an overview and summaries, which say most: chain by version. */
const SUMMARIZED: readonly Summarized[] = [
  {
    metric: 'fees',
    overview: 'dimensions.getFeesOverview',
    summary: 'dimensions.getFeesSummary',
    dataTypes: [
      'dailyFees',
      'dailyRevenue',
      'dailySupplySideRevenue',
      'dailyHoldersRevenue',
      'dailyProtocolRevenue',
    ],
  },
  {
    metric: 'dexs',
    overview: 'dimensions.getDexsOverview',
    summary: 'dimensions.getDexsSummary',
    dataTypes: ['dailyVolume', 'dailyNotionalVolume'],
  },
  {
    metric: 'options',
    overview: 'dimensions.getOptionsOverview',
    summary: 'dimensions.getOptionsSummary',
    dataTypes: ['dailyNotionalVolume', 'dailyPremiumVolume'],
  },
  {
    metric: 'derivatives',
    overview: 'dimensions.getDerivativesOverview',
    summary: 'dimensions.getDerivativesSummary',
    dataTypes: ['dailyVolume'],
  },
]

/** What only the charts of any metric carry. */
const CHARTED: readonly [metric: string, dataType: string][] = [
  ['derivatives', 'dailyNotionalVolume'],
  ...[
    'liquidations',
    'aggregators',
    'bridge-aggregators',
    'open-interest',
    'normalized-volume',
    'active-users',
  ].flatMap((metric) =>
    getMetric(metric).dataTypes.map(({ name }): [string, string] => [metric, name]),
  ),
]

/** `/overview/…`: which protocols have figures of a kind, and whether they changed. */
function overviewOf({ metric, overview, summary, dataTypes }: Summarized): Answer {
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

/** The default kind of figure is not asked for, since older services do not know the others. */
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
  context: AnswerContext,
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
function summaryOf({ metric, summary }: Summarized): Answer {
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
const labelBreakdown: Answer = {
  operation: LABELS,
  calls: 'listed',
  carries: [days(BY_FIGURE, ROUNDED)],
  rows: (body, { call }) => {
    const { metric = '', id = '', dataType = '', chain = '', version = '' } = call.params
    const rows = readPoints(body, 'body').flatMap(([atSec, labels]) =>
      Object.entries(labels).flatMap(([name, value]) => {
        const label = name === NO_LABEL ? '' : name
        return dayRows({ metric, protocol: id, dataType, version, chain, label }, atSec, value)
      }),
    )
    return [rowsOf(dimensionDays, rows)]
  },
}

/** `/v2/chart/{metric}/protocol-breakdown`: the names that have figures of a kind. */
const protocolBreakdown: Answer = {
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
        const known = values.get(name) ?? []
        known.push(atSec, value)
        values.set(name, known)
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
const protocolTotals: Answer = {
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

const byChain: Answer = {
  operation: BY_CHAIN,
  calls: 'listed',
  carries: [days([...BY_FIGURE, 'chain'], `${ROUNDED} Without versions and labels.`)],
  rows: (body, { call }) => {
    const { metric = '', id = '', dataType = '' } = call.params
    const rows = readPoints(body, 'body').flatMap(([atSec, chains]) =>
      Object.entries(chains).flatMap(([chain, value]) =>
        dayRows({ metric, protocol: id, dataType, version: '', chain, label: '' }, atSec, value),
      ),
    )
    return [rowsOf(dimensionDays, rows)]
  },
}

/** Distinct users across chains are not the sum of the chains. */
const acrossChains: Answer = {
  operation: CHART,
  calls: 'listed',
  carries: [days([...BY_FIGURE, 'chain'], ROUNDED)],
  rows: (body, { call }) => {
    const { metric = '', id = '', dataType = '' } = call.params
    const figure = { metric, protocol: id, dataType, version: '', chain: ALL_CHAINS, label: '' }
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

export const dimensionAnswers: readonly Answer[] = [
  ...SUMMARIZED.flatMap((one) => [overviewOf(one), summaryOf(one)]),
  labelBreakdown,
  protocolBreakdown,
  protocolTotals,
  byChain,
  acrossChains,
]
