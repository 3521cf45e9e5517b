import type { Body } from '../../api/request.ts'
import { align, changeOver, type NamedPoints, total, type Value } from '../../lib/series.ts'
import { percentChange, percentOf, sumOf } from '../../lib/sums.ts'

export type Asset = Body<'getStablecoin'>
type ChainBalances = Asset['chainBalances']

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

export type ChainRow = ReturnType<typeof chainRows>[number]

/** What is on each chain now, how it got there, and how it changed. */
export function chainRows(current: Asset['currentChainBalances'], balances: ChainBalances) {
  const sum = sumOf(Object.values(current).map((supply) => sumOf(supply)))
  return Object.entries(current).map(([chain, pegged]) => {
    const days = balances[chain]?.tokens ?? []
    const newest = days.at(-1)
    const supply = sumOf(pegged)
    const values: Value[] = days.map(({ circulating }) => sumOf(circulating))
    return {
      chain,
      supply,
      share: percentOf(supply, sum),
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

/** A day of `/stablecoinprices`. */
type PriceDay = Body<'listStablecoinPrices'>[number]

const BASIS_POINTS = 10_000

/** Prices of the named coins, or their distance from one dollar in hundredths of a percent. */
export function pegSeries(
  days: readonly PriceDay[],
  names: ReadonlyMap<string, string>,
  isDeviation: boolean,
): readonly NamedPoints[] {
  return [...names]
    .map(([id, name]) => ({
      name,
      points: days.map(({ date, prices }) => {
        const price = prices[id]
        if (price == null) return [date, null] as const
        return [date, isDeviation ? (price - 1) * BASIS_POINTS : price] as const
      }),
    }))
    .filter(({ points }) => points.some(([, value]) => value !== null))
}

export type Stablecoins = Body<'listStablecoins'>
export type Stablecoin = Stablecoins['peggedAssets'][number]

const OFF_PEG_POINTS = 50

/** A supply by the currency of its peg. */
type Pegged = Stablecoin['circulating']

/** Change of a supply in percent. */
export function since(now: Pegged, before: Pegged): number | null {
  const value = sumOf(now)
  const earlier = sumOf(before)
  return percentChange(value, earlier)
}

/** Hundredths of a percent away from one dollar; other pegs have no price to compare with. */
export function offPeg({ price, pegType }: Stablecoin): number | null {
  return price === null || pegType !== 'peggedUSD' ? null : Math.round((price - 1) * 10_000)
}

export function isOffPeg(coin: Stablecoin): boolean {
  const points = offPeg(coin)
  return points !== null && Math.abs(points) > OFF_PEG_POINTS
}
