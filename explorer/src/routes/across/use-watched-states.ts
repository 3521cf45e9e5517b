import { useMemo } from 'react'
import { useRequest } from '../../api/use-operation.ts'
import type { Watched } from '../../blocks/watch/watched.ts'
import type { RowState } from '../../lib/row-states.ts'
import { type KindStates, watchedState } from '../../lib/watched-states.ts'
import { type StateSource, useRowStates } from '../../page/use-row-states.ts'
import { PROTOCOL_STATES } from '../protocols/use-families.ts'
import { WATCHED_PROTOCOLS } from './watched-figures.ts'

const STABLECOINS: StateSource = {
  operation: 'listStablecoins',
  fact: 'stablecoin_supply',
  column: 'asset',
}
const COINS: StateSource = { fact: 'prices', column: 'coin' }
const POOLS: StateSource = { fact: 'yield_samples', column: 'pool' }

/** How well what is watched is known; kinds that are not there are not asked for. */
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
