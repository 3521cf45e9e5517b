import type { RowFilters, RowsBehind, TracedRequest } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { chains } from '../registry/public.ts'
import { type AskedCoin, askCoins, pricedCoins, splitCoins } from './derive/asked-coins.ts'
import { type ChangeQuery, changeTimestamps } from './derive/price-change.ts'
import { historicalWidthSec } from './derive/search-width.ts'
import type { PriceTable } from './price-table.ts'
import { priceTableState, readFirstPrices } from './read.ts'
import { parseBatch } from './routes/get-batch-historical.ts'

interface Range {
  fromSec?: number | undefined
  toSec?: number | undefined
}

/** Descriptions, prices and supplies of some coins; the price may be another coin's. */
export function coinRows(
  coins: readonly string[],
  table: Pick<PriceTable, 'find'>,
  range: Range = {},
): RowFilters {
  const priced = coins.map((coin) => table.find(coin)?.redirect ?? coin)
  return {
    tokens: { columns: { coin: [...new Set([...coins, ...priced])] } },
    prices: { columns: { coin: [...new Set(priced)] }, ...range },
    supplies: { columns: { coin: [...new Set(coins)] } },
  }
}

export const coinRowsBehind: RowsBehind = async (request, context) => {
  const { operation, values } = request
  if (operation === 'coins.getBlock') {
    const toSec = values.timestamp as number
    const chain = [chains.get(values.chain as string).key]
    return { blocks: { columns: { chain }, fromSec: toSec - HOUR_SEC, toSec } }
  }
  const table = await context.states.get(priceTableState, context.snapshot)
  const asked = askCoins(coinTexts(request), table)
  const range =
    operation === 'coins.getFirstPrices'
      ? await firstRange(asked, context)
      : timestampsOf(request, context)
  const coins = asked.map(({ coin }) => coin)
  return coinRows(coins, table, range)
}

function coinTexts({ operation, values: { coins } }: TracedRequest): string[] {
  if (operation === 'coins.getBatchHistorical') return [...batchOf(coins).keys()]
  return Array.isArray(coins) ? coins.map(String) : splitCoins(String(coins ?? ''))
}

function batchOf(coins: unknown): Map<string, number[]> {
  return typeof coins === 'object'
    ? parseBatch(undefined, { coins })
    : parseBatch(coins as string, null)
}

/** Up to the latest of the first records. */
async function firstRange(
  asked: readonly AskedCoin[],
  { snapshot }: RequestContext,
): Promise<Range> {
  const first = await readFirstPrices(snapshot, pricedCoins(asked))
  return { toSec: [...first.values()].reduce((latest, { atSec }) => Math.max(latest, atSec), 0) }
}

/** Between which times records may be used: around the timestamps that were requested. */
function timestampsOf({ operation, values }: TracedRequest, { nowSec }: RequestContext): Range {
  const { start, end, timestamp, searchWidth } = values as Record<string, number | undefined>
  const widthSec = historicalWidthSec(Number.isFinite(searchWidth) ? searchWidth : undefined)
  if (operation === 'coins.getBatchHistorical')
    return around([...batchOf(values.coins).values()].flat(), widthSec)
  if (operation === 'coins.getPercentage') {
    const timestamps = changeTimestamps(values as unknown as ChangeQuery, nowSec)
    return around([timestamps.atSec, timestamps.otherSec], timestamps.widthSec)
  }
  if (timestamp !== undefined) return around([timestamp], widthSec)
  return {
    fromSec: start === undefined ? undefined : start - DAY_SEC,
    toSec: end === undefined ? undefined : end + DAY_SEC,
  }
}

function around(timesSec: readonly number[], widthSec: number): Range {
  if (timesSec.length === 0) return {}
  return {
    fromSec: timesSec.reduce((a, b) => Math.min(a, b)) - widthSec,
    toSec: timesSec.reduce((a, b) => Math.max(a, b)) + widthSec,
  }
}
