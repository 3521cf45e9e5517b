import { useMemo } from 'react'
import type { ApiRequest } from '../../api/request.ts'
import { useOperation, useRequest } from '../../api/use-operation.ts'
import { batchQuery } from './coin-rows.ts'
import { type Chart, pricesOf } from './price-chart.ts'

// An address that proxies let through.
const BATCH_SIZE = 350
const SEARCH_WIDTH = '10m'

/** How sure the prices of a chart are, by their time. The chart itself has one figure for all. */
export function useConfidences(
  coin: string,
  request: ApiRequest<Chart>,
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
