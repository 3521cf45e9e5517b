import { type BodyOf, request } from '../../api/request.ts'
import type { NamedPoints } from '../../blocks/chart/series-block.tsx'
import { monthly } from '../../lib/grouped.ts'

/** What the list needs; the premiums of every day are not in it. */
export const INSTITUTIONS = request('listInstitutions', {
  fields: 'institutionMetadata,assetMetadata,flows',
})

export type Institution = Institutions['institutionMetadata'][string]

export type Institutions = BodyOf<typeof INSTITUTIONS>

/** What the holdings gained over their cost, in percent. */
export function gainPercent({
  totalUsdValue,
  totalCost,
}: Pick<Institution, 'totalUsdValue' | 'totalCost'>): number | null {
  return totalUsdValue === null || !totalCost ? null : (totalUsdValue / totalCost - 1) * 100
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
