import { useMemo } from 'react'
import { type BodyOf, request, useOperation, useRequest } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import type { RowState } from '../../lib/row-states.ts'
import { changeOver, type Value } from '../../lib/series.ts'
import { yearsOf } from '../../lib/sums.ts'
import { type MetricOverview, type MetricRow, useMetricRows } from '../metrics/metric-rows.ts'

const NAMED = 'id,name,slug,symbol,category,chains,parentProtocol,listedAt,doublecounted'
const FIGURES = 'tvl,change_1h,change_1d,change_7d,mcap'
const FIELDS = `${NAMED},${FIGURES}` as const
const SPARK_DAYS = 31
// The service draws lines of as many rows, the largest first.
const MAX_LINES = 1000
/** Categories whose value is not that of the chains it is on (semantics of `/v2/chains`). */
const APART = new Set([
  ...['Chain', 'CEX', 'Infrastructure', 'Staking Pool', 'RWA', 'Basis Trading', 'CeDeFi'],
  ...['Bridge', 'Canonical Bridge', 'Liquid Staking'],
])

const EVERYWHERE = request('listProtocols', { fields: FIELDS })
const onChain = (chain: string) =>
  request('listProtocols', { fields: `${FIELDS},chainTvls`, chain })

type Listed = BodyOf<typeof EVERYWHERE>[number] &
  Partial<Pick<BodyOf<ReturnType<typeof onChain>>[number], 'chainTvls'>>

/** The same with what other responses say of the protocol. */
export interface ProtocolRow extends Listed {
  /** Value locked on each of the last days. */
  readonly spark: readonly Value[]
  /** Value locked on the chain of the page, or everywhere. */
  readonly shownTvl: number | null
  readonly month: number | null
  readonly isInTotals: boolean
  readonly fees24h: number | null
  readonly revenue24h: number | null
  readonly volume24h: number | null
  readonly perps24h: number | null
  readonly users24h: number | null
  /** Market cap in years of fees and of revenue, at the pace of the last 30 days. */
  readonly priceToFees: number | null
  readonly priceToRevenue: number | null
  /** How well it is known: null where it is fresh, absent where nobody asked. */
  readonly state?: RowState | null
  /** Of a parent: what its figures are made of. */
  readonly children?: readonly ProtocolRow[]
}

export interface ProtocolRows {
  readonly asked: QueryResult<readonly Listed[]>
  readonly rows: readonly ProtocolRow[]
}

/** Protocols, everywhere or on one chain; what an extra column needs is asked when it is shown. */
export function useProtocolRows(chain: string | undefined, cols: readonly string[]): ProtocolRows {
  const asked = useRequest<readonly Listed[]>(chain === undefined ? EVERYWHERE : onChain(chain))
  const lines = useOperation('listProtocols', {
    fields: 'slug',
    spark: SPARK_DAYS,
    chain,
    limit: MAX_LINES,
  })
  const fees = useMetricRows('fees')
  const dexs = useMetricRows('dexs')
  const needs = (...ids: string[]) => ids.some((id) => cols.includes(id))
  const revenue = useMetricRows('fees', {
    dataType: 'dailyRevenue',
    isAsked: needs('revenue', 'ps'),
  })
  const perps = useMetricRows('derivatives', { isAsked: needs('perps') })
  const users = useOperation('listActiveUsers', needs('users') ? {} : null)
  const rows = useMemo(() => {
    const bySlug = {
      fees: indexOf(fees.data?.body),
      revenue: indexOf(revenue.data?.body),
      dexs: indexOf(dexs.data?.body),
      perps: indexOf(perps.data?.body),
    }
    const sparks = new Map((lines.data?.body ?? []).map((line) => [line.slug, line.spark]))
    return (asked.data?.body ?? []).map((row): ProtocolRow => {
      const { slug, mcap } = row
      const spark = sparks.get(slug) ?? []
      const paid = bySlug.fees.get(slug)
      const earned = bySlug.revenue.get(slug)
      return {
        ...row,
        spark,
        shownTvl: chain === undefined ? row.tvl : (row.chainTvls?.[chain] ?? null),
        month: changeOver(spark, SPARK_DAYS - 1),
        isInTotals: !row.doublecounted && !(row.category !== null && APART.has(row.category)),
        fees24h: paid?.total24h ?? null,
        revenue24h: earned?.total24h ?? null,
        volume24h: bySlug.dexs.get(slug)?.total24h ?? null,
        perps24h: bySlug.perps.get(slug)?.total24h ?? null,
        users24h: users.data?.body[slug]?.users?.value ?? null,
        priceToFees: yearsOf(mcap, paid?.total30d),
        priceToRevenue: yearsOf(mcap, earned?.total30d),
      }
    })
  }, [asked.data, lines.data, chain, fees.data, revenue.data, dexs.data, perps.data, users.data])
  return { asked, rows }
}

function indexOf(body: MetricOverview | undefined): ReadonlyMap<string, MetricRow> {
  return new Map((body?.protocols ?? []).map((row) => [row.slug, row]))
}
