import { useMemo } from 'react'
import { useOperation, useRequest } from '../../api/use-operation.ts'
import type { Watched } from '../../blocks/watch/watched.ts'
import {
  chainFigures,
  coinFigures,
  type Figures,
  poolFigures,
  protocolFigures,
  stablecoinFigures,
  WATCHED_POOLS,
  WATCHED_PROTOCOLS,
} from './watched-figures.ts'

const SPARK_DAYS = 9
const NONE: Figures = new Map()

export interface WatchedFigures {
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
        ['protocol', protocols.data === undefined ? NONE : protocolFigures(protocols.data.body)],
        ['chain', chains.data === undefined ? NONE : chainFigures(chains.data.body)],
        [
          'stablecoin',
          stablecoins.data === undefined ? NONE : stablecoinFigures(stablecoins.data.body),
        ],
        ['pool', pools.data === undefined ? NONE : poolFigures(pools.data.body)],
        [
          'coin',
          days.data === undefined || weeks.data === undefined
            ? NONE
            : coinFigures(days.data.body, weeks.data.body),
        ],
      ]),
    [protocols.data, chains.data, stablecoins.data, pools.data, days.data, weeks.data],
  )
  const answers = [protocols, chains, stablecoins, pools, days, weeks]
  return {
    figuresOf: ({ kind }) => byKind.get(kind) ?? NONE,
    isAwaited: answers.some(({ isLoading }) => isLoading),
  }
}
