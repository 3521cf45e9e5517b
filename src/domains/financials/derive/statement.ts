import { DAY_SEC } from '../../../lib/clock.ts'
import { type Breakdown, type FeeDays, valueAt } from '../../dimensions/public.ts'

const SPANS = ['yearly', 'quarterly', 'monthly'] as const
type Span = (typeof SPANS)[number]

/** The UTC periods of a day: `2024`, `2024-Q1`, `2024-01` (financials.md#periods). */
export function periodsOf(day: number): Record<Span, string> {
  const date = new Date(day * DAY_SEC * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  return {
    yearly: String(year),
    quarterly: `${year}-Q${Math.ceil(month / 3)}`,
    monthly: `${year}-${String(month).padStart(2, '0')}`,
  }
}

/** The line items that are daily fee figures, and which (financials.md). */
export const FEE_ITEMS = {
  'Gross Protocol Revenue': 'dailyFees',
  'Cost Of Revenue': 'dailySupplySideRevenue',
  'Gross Profit': 'dailyRevenue',
  'Token Holder Net Income': 'dailyHoldersRevenue',
} as const

interface LineItem {
  value: number | null
  'by-label'?: Record<string, number>
  /** Line items that are not known, or not all of them, and so are not in the value. */
  missing?: string[]
}

type Items = Record<string, LineItem>
type Aggregates = Record<Span, Record<string, Items>>

/** What was paid out in tokens by day, in whole dollars; `null` is a payment without a price. */
export type Incentives = ReadonlyMap<number, number | null>

/** By year, quarter and month; without `incentives` earnings say that they are missing. */
export function statementOf(
  byType: ReadonlyMap<string, FeeDays>,
  incentives: Incentives | undefined,
): Aggregates {
  const days = knownDays(byType, incentives)
  const aggregates: Aggregates = { yearly: {}, quarterly: {}, monthly: {} }
  for (const span of SPANS) {
    for (const [period, own] of Map.groupBy(days, (day) => periodsOf(day)[span]))
      aggregates[span][period] = itemsOf(own, byType, incentives)
  }
  return aggregates
}

/** All days with any figure, in order; a payment counts from the first fees on. */
function knownDays(
  byType: ReadonlyMap<string, FeeDays>,
  incentives: Incentives | undefined,
): number[] {
  const days = new Set<number>()
  for (const { chart } of byType.values()) {
    chart.values.forEach((value, index) => {
      if (!Number.isNaN(value)) days.add(chart.firstDay + index)
    })
  }
  const firstDay = Math.min(...days)
  for (const day of incentives?.keys() ?? []) if (day >= firstDay) days.add(day)
  return [...days].sort((a, b) => a - b)
}

function itemsOf(
  days: readonly number[],
  byType: ReadonlyMap<string, FeeDays>,
  incentives: Incentives | undefined,
): Items {
  const fees = Object.fromEntries(
    Object.entries(FEE_ITEMS).map(([name, type]) => [name, feeItem(days, byType.get(type))]),
  )
  const paid = incentives === undefined ? NOTHING_KNOWN : paidOn(days, incentives)
  const profit = fees['Gross Profit']?.value ?? null
  return {
    ...fees,
    Incentives: { value: paid.isComplete ? paid.knownUsd : null },
    Earnings: {
      value: profit === null ? null : profit - paid.knownUsd,
      ...(paid.isComplete ? {} : { missing: ['Incentives'] }),
    },
  }
}

function feeItem(days: readonly number[], known: FeeDays | undefined): LineItem {
  if (known === undefined) return { value: null }
  const { chart, labels } = known
  const value = sumOn(days, chart.firstDay, chart.values)
  const byLabel = labels === undefined ? undefined : labelSums(days, labels)
  return byLabel === undefined || Object.keys(byLabel).length === 0
    ? { value }
    : { value, 'by-label': byLabel }
}

function labelSums(
  days: readonly number[],
  { firstDay, parts }: Breakdown,
): Record<string, number> {
  const sums = [...parts].map(([label, values]) => [label, sumOn(days, firstDay, values)] as const)
  return Object.fromEntries(sums.flatMap(([label, sum]) => (sum === null ? [] : [[label, sum]])))
}

function sumOn(days: readonly number[], firstDay: number, values: Float64Array): number | null {
  const known = days.flatMap((day) => {
    const value = valueAt({ firstDay, values }, day)
    return Number.isNaN(value) ? [] : [value]
  })
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

interface Paid {
  knownUsd: number
  /** False when a payment has no price, or when nobody knows of payments. */
  isComplete: boolean
}

const NOTHING_KNOWN: Paid = { knownUsd: 0, isComplete: false }

/** No payment at all is a known zero. */
function paidOn(days: readonly number[], incentives: Incentives): Paid {
  const paid = days.flatMap((day) => {
    const usd = incentives.get(day)
    return usd === undefined ? [] : [usd]
  })
  const known = paid.filter((usd) => usd !== null)
  return {
    knownUsd: known.reduce((sum, usd) => sum + usd, 0),
    isComplete: known.length === paid.length,
  }
}
