import { useMemo } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import type { Watched } from '../../blocks/watch/watched.ts'
import {
  chainFigures,
  coinFigures,
  type Figures,
  poolFigures,
  protocolFigures,
  stablecoinFigures,
} from './watched-figures.ts'

type Body<F extends (...given: never[]) => Figures> = Parameters<F>[0]

/** Of protocols; their ids name them in facts. */
export const WATCHED_FIELDS = 'id,slug,tvl,change_1d,change_7d'
const SPARK_DAYS = 9
const NONE: Figures = new Map()

/** Figures of what is watched: one request a kind, none for kinds that are not there. */
export function useWatchedFigures(list: readonly Watched[]): (item: Watched) => Figures {
  const has = (kind: string) => list.some((item) => item.kind === kind)
  const protocols = useAnswer<Body<typeof protocolFigures>>(has('protocol') ? '/protocols' : null, {
    fields: WATCHED_FIELDS,
  })
  const chains = useAnswer<Body<typeof chainFigures>>(has('chain') ? '/v2/chains' : null, {
    spark: SPARK_DAYS,
  })
  const stablecoins = useAnswer<Body<typeof stablecoinFigures>>(
    has('stablecoin') ? '/stablecoins' : null,
  )
  const pools = useAnswer<Body<typeof poolFigures>>(has('pool') ? '/pools' : null, {
    fields: 'pool,apy,apyPct1D,apyPct7D',
  })
  const ids = list.filter(({ kind }) => kind === 'coin').map(({ id }) => encodeURIComponent(id))
  const coins = ids.length === 0 ? null : `/percentage/${ids.join(',')}`
  const days = useAnswer<Body<typeof coinFigures>>(coins, { period: '1d' })
  const weeks = useAnswer<Body<typeof coinFigures>>(coins, { period: '7d' })
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
  return ({ kind }) => byKind.get(kind) ?? NONE
}
