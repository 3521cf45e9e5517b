import { useMemo } from 'react'
import { type ApiRequest, useDaysAgo, useOperation, useRequest } from '../../api/request.ts'
import type { QueryResult } from '../../api/response.ts'
import { useWatched } from '../../blocks/watch/watched.ts'
import { DAY_SEC } from '../../lib/writing.ts'
import { batchQuery, type CoinRow, coinRows, type PriceChart, pricesOf } from './coin-rows.ts'

/** The batch of earlier prices must fit into a URL. */
const MAX_COINS = 40
const OF_COINS = { kind: 'coin', limit: MAX_COINS }
const LINE_DAYS = [30, 25, 20, 15, 10, 5]

/** Coins that are searched for; else the watched and the largest ones. */
export function useCoinRows(q: string): { asked: QueryResult<unknown>; rows: readonly CoinRow[] } {
  const watched = useWatched()
  const found = useOperation('getSearch', q === '' ? null : { q, ...OF_COINS }, {
    knowsPast: false,
  })
  const index = useOperation('getIndex', q === '' ? OF_COINS : null, { knowsPast: false })
  const starred = watched.filter(({ kind }) => kind === 'coin')
  const named =
    q === '' ? [...starred, ...(index.data?.body.entries ?? [])] : (found.data?.body.hits ?? [])
  const ids = [...new Set(named.map(({ id }) => id))].slice(0, MAX_COINS)
  const given = ids.length === 0 ? null : { coins: ids.join(',') }
  const asked = useOperation('getCurrentPrices', given)
  const hour = useOperation('getPriceChanges', given && { ...given, period: '1h' })
  const day = useOperation('getPriceChanges', given && { ...given, period: '1d' })
  const week = useOperation('getPriceChanges', given && { ...given, period: '1w' })
  const today = useDaysAgo(0)
  const timestamps = LINE_DAYS.map((days) => today - days * DAY_SEC)
  const batch = useOperation(
    'getBatchHistoricalPrices',
    given && { coins: batchQuery(ids, timestamps) },
  )
  const rows = useMemo(
    () =>
      coinRows({
        prices: asked.data?.body,
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

// A URL that proxies let through.
const BATCH_SIZE = 350
const SEARCH_WIDTH = '10m'

/** How sure the prices of a chart are, by their time. The chart itself has one figure for all. */
export function useConfidences(
  coin: string,
  request: ApiRequest<PriceChart>,
): ReadonlyMap<number, number> {
  const chart = useRequest(request)
  const body = chart.isPlaceholderData ? undefined : chart.data?.body
  const times = useMemo(
    () => (body === undefined ? [] : pricesOf(body).map(({ timestamp }) => timestamp)),
    [body],
  )
  const older = useBatch(coin, times.slice(0, -BATCH_SIZE))
  const newer = useBatch(coin, times.slice(-BATCH_SIZE))
  return useMemo(() => {
    const prices = [older, newer].flatMap((batch) =>
      Object.values(batch?.coins ?? {}).flatMap((found) => found.prices),
    )
    return new Map(
      prices.flatMap(({ timestamp, confidence }) =>
        confidence === null ? [] : [[timestamp, confidence] as const],
      ),
    )
  }, [older, newer])
}

function useBatch(coin: string, times: readonly number[]) {
  const asked = useOperation(
    'getBatchHistoricalPrices',
    times.length === 0 ? null : { coins: batchQuery([coin], times), searchWidth: SEARCH_WIDTH },
  )
  return times.length === 0 ? undefined : asked.data?.body
}
