import type { Body } from '../../api/answers.ts'
import type { NamedPoints } from '../../blocks/chart/series-block.tsx'
import { align, changeOver, total, type Value } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'

export type Asset = Body<'getStablecoin'>
type ChainBalances = Asset['chainBalances']

export interface ChainRow {
  readonly chain: string
  readonly supply: number | null
  readonly share: number | null
  readonly minted: number | null
  readonly bridged: number | null
  readonly week: number | null
  readonly month: number | null
}

const KINDS = [
  ['Minted', 'minted'],
  ['Bridged in', 'bridgedTo'],
  ['Not released', 'unreleased'],
] as const

/** Supply by chain, or summed over chains by how it got there. */
export function supplySeries(balances: ChainBalances, by: 'chain' | 'kind'): NamedPoints[] {
  const chains = Object.entries(balances)
  if (by === 'chain')
    return chains.map(([name, { tokens }]) => ({ name, points: pointsOf(tokens, 'circulating') }))
  return KINDS.map(([name, member]) => {
    const { times, series } = align(
      chains.map(([chain, { tokens }]) => ({ name: chain, points: pointsOf(tokens, member) })),
    )
    const sums = total(series, times.length)
    return { name, points: times.map((sec, index) => [sec, sums[index] ?? null] as const) }
  })
}

/** What lies on each chain now, how it got there, and how it changed. */
export function chainRows(
  current: Asset['currentChainBalances'],
  balances: ChainBalances,
): readonly ChainRow[] {
  const sum = sumOf(Object.values(current).map((supply) => sumOf(supply)))
  return Object.entries(current).map(([chain, pegged]) => {
    const days = balances[chain]?.tokens ?? []
    const newest = days.at(-1)
    const supply = sumOf(pegged)
    const values: Value[] = days.map(({ circulating }) => sumOf(circulating))
    return {
      chain,
      supply,
      share: supply === null || !sum ? null : (supply / sum) * 100,
      minted: sumOf(newest?.minted),
      bridged: sumOf(newest?.bridgedTo),
      week: changeOver(values, 7),
      month: changeOver(values, 30),
    }
  })
}

function pointsOf(
  days: ChainBalances[string]['tokens'],
  member: 'circulating' | (typeof KINDS)[number][1],
) {
  return days.map((day) => [day.date, sumOf(day[member])] as const)
}
