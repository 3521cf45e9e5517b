import { type Body, type BodyOf, request } from '../../api/request.ts'
import { monthly } from '../../lib/grouped.ts'
import type { NamedPoints } from '../../lib/series.ts'
import { percentChange } from '../../lib/sums.ts'

/** What the list needs; the premiums of every day are not in it. */
export const INSTITUTIONS = request('listInstitutions', {
  fields: 'institutionMetadata,assetMetadata,flows',
})

export type Institution = Institutions['institutionMetadata'][string]

export type Institutions = BodyOf<typeof INSTITUTIONS>

/** What the holdings gained over their cost, in percent. */
export function gainPercent(
  props: Pick<Institution, 'totalUsdValue' | 'totalCost'>,
): number | null {
  const { totalUsdValue, totalCost } = props
  return percentChange(totalUsdValue, totalCost)
}

/** Shares of the supply of each coin, largest first, such as bitcoin 0.45%. */
export function supplyTexts({ holdings }: Pick<Institution, 'holdings'>): string[] {
  return Object.entries(holdings)
    .flatMap(([id, { supplyPercentage }]) =>
      supplyPercentage === null ? [] : [{ id, supplyPercentage }],
    )
    .sort((a, b) => b.supplyPercentage - a.supplyPercentage)
    .map(({ id, supplyPercentage }) => `${id} ${supplyPercentage.toFixed(2)}%`)
}

/** What was bought by month in dollars; of one asset what was bought and sold, in coins. */
export function flowSeries(flows: Institutions['flows'], asset: string | undefined): NamedPoints[] {
  if (asset === undefined) {
    const days = Object.values(flows).flat()
    return [{ name: 'Bought', points: monthly(days.map((day) => [at(day, 0), at(day, 5)])) }]
  }
  const days = flows[asset] ?? []
  return [
    { name: 'Bought', points: monthly(days.map((day) => [at(day, 0), at(day, 2)])) },
    { name: 'Sold', points: monthly(days.map((day) => [at(day, 0), negative(at(day, 3))])) },
  ]
}

function at(row: readonly (number | null)[], index: number): number | null {
  return row[index] ?? null
}

function negative(value: number | null): number | null {
  return value === null || value === 0 ? value : -value
}

export type Transaction = Held['transactions'][number]

export type Held = Body<'getInstitution'>

const COUNTS = ['Realized', 'Realistic', 'Maximum']
const FIRST_COLUMN = { shares: 1, mcap: 4, premium: 7 }

/** A figure of each day by the three ways to count shares. */
export function countedSeries(
  stats: Held['stats'],
  figure: keyof typeof FIRST_COLUMN,
): NamedPoints[] {
  const first = FIRST_COLUMN[figure]
  return COUNTS.map((name, index) => ({
    name,
    points: stats.map((row) => [row[0] ?? null, row[first + index] ?? null]),
  }))
}

export function numberOf(text: string | null): number | null {
  return text === null || text === '' ? null : Number(text)
}

export function stateOf({ is_approved, reject_reason }: Transaction): string {
  if (is_approved) return 'approved'
  return reject_reason === null ? 'not approved' : `rejected: ${reject_reason}`
}
