import { useMemo } from 'react'
import type { Query } from '../../api/ask.ts'
import { useAnswer } from '../../api/use-answer.ts'
import type { Chart } from './coin.tsx'

// An address that proxies let through.
const BATCH_SIZE = 350
const SEARCH_WIDTH = '10m'

interface Batch {
  readonly coins: Readonly<
    Record<string, { readonly prices: readonly { timestamp: number; confidence: number | null }[] }>
  >
}

/** How sure the prices of a chart are, by their time. The chart itself has one figure for all. */
export function useConfidences(
  coin: string,
  path: string,
  query: Query,
): ReadonlyMap<number, number> {
  const chart = useAnswer<Chart>(path, query)
  const body = chart.isPlaceholderData ? undefined : chart.data?.body
  const times = useMemo(
    () => Object.values(body?.coins ?? {}).flatMap(({ prices }) => prices.map((p) => p.timestamp)),
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

function useBatch(coin: string, times: readonly number[]): Batch | undefined {
  const asked = useAnswer<Batch>(times.length === 0 ? null : '/batchHistorical', {
    coins: JSON.stringify({ [coin]: times }),
    searchWidth: SEARCH_WIDTH,
  })
  return times.length === 0 ? undefined : asked.data?.body
}
