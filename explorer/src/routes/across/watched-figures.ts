import { type Body, type BodyOf, request } from '../../api/request.ts'
import type { RowState } from '../../lib/row-states.ts'
import { percentChange, sumOf } from '../../lib/sums.ts'

/** The main figure of something that is watched, with its changes in percent. */
export interface WatchedFigure {
  readonly figure: string
  readonly value: number | null
  readonly day: number | null
  readonly week: number | null
}

export type Figures = ReadonlyMap<string, WatchedFigure>

/** Ids of protocols name them in facts. */
export const WATCHED_PROTOCOLS = request('listProtocols', {
  fields: 'id,slug,tvl,change_1d,change_7d',
})
export const WATCHED_POOLS = request('listPools', { fields: 'pool,apy,apyPct1D,apyPct7D' })

type Protocol = BodyOf<typeof WATCHED_PROTOCOLS>[number]
type Chain = Pick<Body<'listChains'>[number], 'name' | 'tvl' | 'spark'>
type Stablecoin = Pick<
  Body<'listStablecoins'>['peggedAssets'][number],
  'id' | 'circulating' | 'circulatingPrevDay' | 'circulatingPrevWeek'
>
type Pool = BodyOf<typeof WATCHED_POOLS>['data'][number]
type Changes = Pick<Body<'getPriceChanges'>, 'coins'>

/** Figures of protocols, by slug. */
export function protocolFigures(rows: readonly Omit<Protocol, 'id'>[]): Figures {
  return new Map(
    rows.map(({ slug, tvl, change_1d, change_7d }) => [
      slug,
      { figure: 'TVL', value: tvl, day: change_1d, week: change_7d },
    ]),
  )
}

/** Figures of chains, by name; their last days come as a line. */
export function chainFigures(rows: readonly Chain[]): Figures {
  return new Map(
    rows.map(({ name, tvl, spark = [] }) => {
      const change = (days: number) => percentChange(tvl, spark.at(-1 - days))
      return [name, { figure: 'TVL', value: tvl, day: change(1), week: change(7) }]
    }),
  )
}

/** Supplies of stablecoins, by id. */
export function stablecoinFigures(body: { readonly peggedAssets: readonly Stablecoin[] }): Figures {
  return new Map(
    body.peggedAssets.map(({ id, circulating, circulatingPrevDay, circulatingPrevWeek }) => {
      const now = sumOf(circulating)
      const day = percentChange(now, sumOf(circulatingPrevDay))
      return [
        id,
        { figure: 'supply', value: now, day, week: percentChange(now, sumOf(circulatingPrevWeek)) },
      ]
    }),
  )
}

/** Rates of pools, by id; changes are percentage points. */
export function poolFigures({ data }: { readonly data: readonly Pool[] }): Figures {
  return new Map(
    data.map(({ pool, apy, apyPct1D, apyPct7D }) => [
      pool,
      { figure: 'APY %', value: apy, day: apyPct1D, week: apyPct7D },
    ]),
  )
}

/** Prices of coins, by id. */
export function coinFigures({ coins: days }: Changes, { coins: weeks }: Changes): Figures {
  return new Map(
    Object.entries(days).map(([id, { price, change }]) => [
      id,
      { figure: 'price', value: price, day: change, week: weeks[id]?.change ?? null },
    ]),
  )
}

/** States of one kind, as far as they are known. */
export interface KindStates {
  readonly states: ReadonlyMap<string, RowState> | null
  /** Whether what is not in the map is fresh; else only holds are known. */
  readonly knowsLate: boolean
  /** Ids of the list as the facts have them, where these differ; null until they are known. */
  readonly ids?: ReadonlyMap<string, string> | null
}

/** The state of something that is watched: null is fresh, undefined is not known. */
export function watchedState(
  { states, knowsLate, ids }: KindStates,
  id: string,
): RowState | null | undefined {
  const key = ids === undefined ? id : ids?.get(id)
  if (states === null || key === undefined) return undefined
  return states.get(key) ?? (knowsLate ? null : undefined)
}
