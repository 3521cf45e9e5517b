import { addUpTo, changeOfSum, wholeSum } from '../../lib/families.ts'
import { strongest } from '../../lib/row-states.ts'
import { changeOver } from '../../lib/series.ts'
import { sumOf } from '../../lib/sums.ts'
import type { ProtocolRow } from './protocol-rows.ts'

/** A parent as the service names and values it. */
export interface Parent {
  readonly id: string
  readonly name: string
  /** Null where the service values it at another timestamp than the page's. */
  readonly tvl: number | null
}

const MONTH_DAYS = 30

type Percent = 'change_1h' | 'change_1d' | 'change_7d'

/**
 * The row of a parent. Its value is the service's own; what is added from children is shown only
 * where they add up to it, since a child may be left out of its parent.
 */
export function familyRow(parent: Parent, children: readonly ProtocolRow[]): ProtocolRow {
  const values = children.map(({ tvl }) => tvl)
  const tvl = parent.tvl ?? wholeSum(values)
  const isWhole = tvl !== null && addUpTo(values, tvl)
  const change = (name: Percent) =>
    isWhole ? changeOfSum(children.map((row) => ({ value: row.tvl, percent: row[name] }))) : null
  const added = (figure: (row: ProtocolRow) => number | null) =>
    isWhole ? sumOf(children.map(figure)) : null
  const spark = isWhole ? sparkOf(children) : []
  return {
    ...{ id: parent.id, name: parent.name, slug: slugOf(parent.id), parentProtocol: null },
    ...{ tvl, shownTvl: tvl, spark, children },
    ...{ symbol: null, mcap: null, priceToFees: null, priceToRevenue: null, listedAt: null },
    category: sharedBy(children.map(({ category }) => category)),
    chains: [...new Set(children.flatMap(({ chains }) => chains))],
    change_1h: change('change_1h'),
    change_1d: change('change_1d'),
    change_7d: change('change_7d'),
    month: changeOver(spark, MONTH_DAYS),
    doublecounted: children.every(({ doublecounted }) => doublecounted),
    isInTotals: children.some(({ isInTotals }) => isInTotals),
    fees24h: added((row) => row.fees24h),
    revenue24h: added((row) => row.revenue24h),
    volume24h: added((row) => row.volume24h),
    perps24h: added((row) => row.perps24h),
    // Who uses two of them would be counted twice.
    users24h: null,
    ...stateOf(children),
  }
}

export function slugOf(parent: string): string {
  return parent.replace('parent#', '')
}

/** Lines end on the same day, so they are added from their ends; a short one has no sum before. */
function sparkOf(children: readonly ProtocolRow[]) {
  const length = Math.min(...children.map(({ spark }) => spark.length))
  const lines = children.map(({ spark }) => spark.slice(spark.length - length))
  return Array.from({ length }, (_, day) => wholeSum(lines.map((line) => line[day] ?? null)))
}

function sharedBy(names: readonly (string | null)[]): string | null {
  const [first = null] = names
  return names.every((name) => name === first) ? first : null
}

function stateOf(children: readonly ProtocolRow[]): Pick<ProtocolRow, 'state'> {
  if (children.some(({ state }) => state === undefined)) return {}
  const [first, ...rest] = children.flatMap(({ state }) => state ?? [])
  return { state: first === undefined ? null : strongest([first, ...rest]) }
}
