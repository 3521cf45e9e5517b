import { sumOf } from './sums.ts'

/** One side of a transfer between chains, as a bridge recorded it. */
export interface TransferSide {
  readonly bridge_name: string
  readonly chain: string
  readonly sourceChain: string | null
  readonly is_deposit: boolean
  readonly usd_value: number | null
}

export interface Flow {
  readonly from: string
  readonly to: string
  readonly usd: number | null
}

/**
 * Flows between chains. An arrival names where it came from. A deposit names no destination: it
 * counts only where its bridge has one on which nothing is recorded, else it would count twice.
 */
export function flowsOf(
  sides: readonly TransferSide[],
  destinations: ReadonlyMap<string, string>,
): Flow[] {
  const seen = new Set(sides.map(({ bridge_name, chain }) => `${bridge_name} ${chain}`))
  return sides.flatMap(
    ({ bridge_name, chain, sourceChain, is_deposit, usd_value: usd }): Flow[] => {
      if (!is_deposit) return sourceChain === null ? [] : [{ from: sourceChain, to: chain, usd }]
      const to = destinations.get(bridge_name)
      if (to === undefined || seen.has(`${bridge_name} ${to}`)) return []
      return [{ from: chain, to, usd }]
    },
  )
}

/** Chains that bridges lead to, by the name of the bridge, as far as they have one. */
export function destinationsOf(
  bridges: readonly { readonly name: string; readonly destinationChain: string | null }[],
): ReadonlyMap<string, string> {
  return new Map(
    bridges.flatMap(({ name, destinationChain: to }) => (to === null ? [] : [[name, to]])),
  )
}

export interface FlowMatrix {
  /** Chains, those that moved most first; the last may stand for all others. */
  readonly names: readonly string[]
  /** US dollars, origins down and destinations across; null where nothing went. */
  readonly cells: readonly (readonly (number | null)[])[]
  readonly sent: readonly (number | null)[]
  readonly received: readonly (number | null)[]
  readonly total: number | null
  /** Transfers without a value in dollars. */
  readonly unpriced: number
}

export const OTHERS = 'Others'

/** Flows as a matrix of the largest chains; the smaller ones are one row and column. */
export function flowMatrix(flows: readonly Flow[], count: number): FlowMatrix {
  const moved = new Map<string, number>()
  for (const { from, to, usd } of flows)
    for (const name of [from, to]) moved.set(name, (moved.get(name) ?? 0) + (usd ?? 0))
  const ranked = [...moved].sort((a, b) => b[1] - a[1]).map(([name]) => name)
  const hasOthers = ranked.length > count
  const names = hasOthers ? [...ranked.slice(0, count - 1), OTHERS] : ranked
  const places = new Map(names.map((name, place) => [name, place]))
  const placeOf = (name: string) => places.get(name) ?? names.length - 1
  const cells = names.map(() => new Array<number | null>(names.length).fill(null))
  for (const { from, to, usd } of flows) {
    const row = cells[placeOf(from)]
    if (row !== undefined && usd !== null) row[placeOf(to)] = (row[placeOf(to)] ?? 0) + usd
  }
  const sent = cells.map((row) => sumOf(row))
  return {
    ...{ names, cells, sent },
    received: names.map((_, place) => sumOf(cells.map((row) => row[place] ?? null))),
    total: sumOf(sent),
    unpriced: flows.filter(({ usd }) => usd === null).length,
  }
}

/** How dark a cell is, from 0 to 4: its size against the largest, by powers of ten. */
export function shadeOf(value: number | null, largest: number): 0 | 1 | 2 | 3 | 4 {
  if (value === null || value <= 0 || largest <= 0) return 0
  const share = value / largest
  if (share >= 0.5) return 4
  if (share >= 0.1) return 3
  return share >= 0.01 ? 2 : 1
}
