import { useMemo } from 'react'
import { useOperation, useRequest } from '../../api/request.ts'
import type { Watched } from '../../blocks/watch/watched.ts'
import type { RowState } from '../../lib/row-states.ts'
import { type StateSource, useRowStates } from '../../page/use-row-states.ts'
import { PROTOCOL_STATES } from '../protocols/use-families.ts'
import {
  chainFigures,
  coinFigures,
  type Figures,
  type KindStates,
  poolFigures,
  protocolFigures,
  stablecoinFigures,
  WATCHED_POOLS,
  WATCHED_PROTOCOLS,
  watchedState,
} from './watched-figures.ts'

const SPARK_DAYS = 9
const NONE: Figures = new Map()

interface WatchedFigures {
  figuresOf(item: Watched): Figures
  /** Whether some are still awaited, which must not look missing. */
  readonly isAwaited: boolean
}

/** Figures of what is watched: one request a kind, none for kinds that are not there. */
export function useWatchedFigures(list: readonly Watched[]): WatchedFigures {
  const has = (kind: string) => list.some((item) => item.kind === kind)
  const protocols = useRequest(has('protocol') ? WATCHED_PROTOCOLS : null)
  const chains = useOperation('listChains', has('chain') ? { spark: SPARK_DAYS } : null)
  const stablecoins = useOperation('listStablecoins', has('stablecoin') ? {} : null)
  const pools = useRequest(has('pool') ? WATCHED_POOLS : null)
  const coins = list.filter(({ kind }) => kind === 'coin').map(({ id }) => id)
  const given = coins.length === 0 ? null : { coins: coins.join(',') }
  const days = useOperation('getPriceChanges', given && { ...given, period: '1d' })
  const weeks = useOperation('getPriceChanges', given && { ...given, period: '7d' })
  const byKind = useMemo(
    () =>
      new Map<string, Figures>([
        ['protocol', protocolFigures(protocols.data?.body ?? [])],
        ['chain', chainFigures(chains.data?.body ?? [])],
        ['stablecoin', stablecoinFigures(stablecoins.data?.body ?? { peggedAssets: [] })],
        ['pool', poolFigures(pools.data?.body ?? { data: [] })],
        ['coin', weeks.data && days.data ? coinFigures(days.data.body, weeks.data.body) : NONE],
      ]),
    [protocols.data, chains.data, stablecoins.data, pools.data, days.data, weeks.data],
  )
  const responses = [protocols, chains, stablecoins, pools, days, weeks]
  return {
    figuresOf: ({ kind }) => byKind.get(kind) ?? NONE,
    isAwaited: responses.some(({ isLoading }) => isLoading),
  }
}

const STABLECOINS: StateSource = {
  operation: 'listStablecoins',
  fact: 'stablecoin_supply',
  column: 'asset',
}
const COINS: StateSource = { fact: 'prices', column: 'coin' }
const POOLS: StateSource = { fact: 'yield_samples', column: 'pool' }

/** How well what is watched is known; kinds that are not there are not requested. */
export function useWatchedStates(
  list: readonly Watched[],
): (item: Watched) => RowState | null | undefined {
  const has = (kind: string) => list.some((item) => item.kind === kind)
  const ids = useProtocolIds(has('protocol'))
  const protocols = useRowStates(has('protocol') ? PROTOCOL_STATES : null)
  const stablecoins = useRowStates(has('stablecoin') ? STABLECOINS : null)
  const coins = useRowStates(has('coin') ? COINS : null)
  const pools = useRowStates(has('pool') ? POOLS : null)
  const byKind: Readonly<Record<string, KindStates>> = {
    protocol: { states: protocols, knowsLate: true, ids },
    stablecoin: { states: stablecoins, knowsLate: true },
    coin: { states: coins, knowsLate: false },
    pool: { states: pools, knowsLate: false },
  }
  return ({ kind, id }) => {
    const known = byKind[kind]
    return known === undefined ? undefined : watchedState(known, id)
  }
}

/** Protocols are watched by slug, facts have their ids. */
function useProtocolIds(isAsked: boolean): ReadonlyMap<string, string> | null {
  const { data } = useRequest(isAsked ? WATCHED_PROTOCOLS : null)
  const rows = data?.body
  return useMemo(
    () => (rows === undefined ? null : new Map(rows.map(({ slug, id }) => [slug, id]))),
    [rows],
  )
}
