import { useMemo } from 'react'
import { type Asked, useAnswer } from '../../api/use-answer.ts'
import { useWatched } from '../../blocks/watch/watched.ts'
import { DAY_SEC } from '../../lib/times.ts'
import { useDaysAgo } from '../../page/use-days-ago.ts'
import {
  type Batch,
  batchQuery,
  type Changes,
  type CoinRow,
  coinRows,
  type Price,
} from './coin-rows.ts'

/** The batch of earlier prices must fit into an address. */
const MAX_COINS = 40
const LINE_DAYS = [30, 25, 20, 15, 10, 5]

interface Named {
  readonly id: string
}

interface Prices {
  readonly coins: Readonly<Record<string, Price>>
}

/** Coins that are searched for; else the watched and the largest ones. */
export function useCoinRows(q: string): { asked: Asked<unknown>; rows: readonly CoinRow[] } {
  const watched = useWatched()
  const found = useAnswer<{ hits: readonly Named[] }>(q === '' ? null : '/meta/search', {
    q,
    kind: 'coin',
    limit: MAX_COINS,
  })
  const index = useAnswer<{ entries: readonly Named[] }>(
    q === '' ? '/meta/index' : null,
    { kind: 'coin', limit: MAX_COINS },
    { knowsPast: false },
  )
  const starred = watched.filter(({ kind }) => kind === 'coin')
  const named =
    q === '' ? [...starred, ...(index.data?.body.entries ?? [])] : (found.data?.body.hits ?? [])
  const ids = [...new Set(named.map(({ id }) => id))].slice(0, MAX_COINS)
  const coins = ids.map(encodeURIComponent).join(',')
  const at = (folder: string) => (ids.length === 0 ? null : `${folder}/${coins}`)
  const today = useDaysAgo(0)
  const asked = useAnswer<Prices>(at('/prices/current'))
  const hour = useAnswer<Changes>(at('/percentage'), { period: '1h' })
  const day = useAnswer<Changes>(at('/percentage'), { period: '1d' })
  const week = useAnswer<Changes>(at('/percentage'), { period: '1w' })
  const batch = useAnswer<Batch>(ids.length === 0 ? null : '/batchHistorical', {
    coins: batchQuery(
      ids,
      LINE_DAYS.map((days) => today - days * DAY_SEC),
    ),
  })
  const rows = useMemo(
    () =>
      coinRows({
        prices: asked.data?.body.coins ?? {},
        hour: hour.data?.body,
        day: day.data?.body,
        week: week.data?.body,
        batch: batch.data?.body,
      }),
    [asked.data, hour.data, day.data, week.data, batch.data],
  )
  // A change that is still awaited must not look like one that is missing.
  const awaited = [hour, day, week, batch].find(({ isLoading }) => isLoading)
  const list = q === '' ? index : found
  return { asked: ids.length === 0 ? list : (awaited ?? asked), rows: ids.length === 0 ? [] : rows }
}
