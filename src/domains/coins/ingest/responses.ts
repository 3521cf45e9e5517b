import { toBatches } from '../../../lib/batches.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import {
  readList,
  readMembers,
  readNumber,
  readOptionalMembers,
  readText,
  requireNumber,
  requireSec,
} from '../../../sources/mirror/read-value.ts'
import {
  type Call,
  type ResponseContext,
  type ResponseReader,
  readEntries,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { chains, tokens } from '../../registry/public.ts'
import { blocks, prices, supplies } from '../facts.ts'

/** The points of a chart as prices; all of a coin have the confidence of its least trusted one. */
function readChartPrices(body: unknown, context: ResponseContext) {
  const coins = readMembers(readMembers(body, 'body').coins, 'coins')
  return readEntries(coins, 'coins', context, readCoin).flat()
}

function readCoin(coin: string, value: unknown, member: string) {
  const item = readMembers(value, member)
  const confidence = readNumber(item.confidence, `${member}.confidence`)
  const seen = new Set<number>()
  return readList(item.prices, `${member}.prices`).flatMap((point) => {
    const { timestamp, price } = readMembers(point, `${member}.prices[]`)
    const atSec = requireSec(timestamp, `${member}.prices[].timestamp`)
    const priceUsd = readNumber(price, `${member}.prices[].price`)
    // Two timestamps may have the same record nearest to them.
    if (priceUsd === null || seen.has(atSec)) return []
    seen.add(atSec)
    return [{ coin, atSec, priceUsd, confidence }]
  })
}

/** Current prices; other domains' lists lead here with market caps, from which supplies follow. */
export const CURRENT_PRICES = 'coins.getCurrentPrices'
const CHART = 'coins.getChart'
/** Coins that one URL may name: longer ones are refused by some servers. */
export const COINS_PER_CALL = 50
// Points that a chart gives at most, over all its coins, and a little less to be safe.
const MAX_POINTS = 4_500
// The newest days are read again, since prices of the last hours may have been corrected.
const REREAD_DAYS = 2

/** `/prices/current`: the newest price of every coin that facts name. */
const getCurrentPrices: ResponseReader = {
  operation: CURRENT_PRICES,
  isLast: true,
  calls: async (_, { coins }) =>
    toBatches(coins, COINS_PER_CALL).map((batch) => ({
      operation: CURRENT_PRICES,
      params: { coins: batch.join(',') },
      mark: '',
    })),
  carries: [
    {
      fact: prices,
      refill: 'daily',
      note: 'Of coins that other facts name. The price of that time each time.',
    },
    { fact: tokens, refill: 'current only', note: 'Symbol and decimals.', onlyNew: true },
    {
      fact: supplies,
      refill: 'from now on',
      note: 'Market cap divided by price, marked extrapolated; only tokens of protocols.',
    },
  ],
  rows: (body, context) => {
    const caps = readOptionalMembers(JSON.parse(context.call.params.caps ?? '{}'), 'caps')
    const coins = readMembers(readMembers(body, 'body').coins, 'coins')
    const found = readEntries(coins, 'coins', context, (coin, value, member) => {
      const item = readMembers(value, member)
      return {
        coin,
        atSec: requireSec(item.timestamp, `${member}.timestamp`),
        priceUsd: requireNumber(item.price, `${member}.price`),
        confidence: readNumber(item.confidence, `${member}.confidence`),
        symbol: readText(item.symbol, `${member}.symbol`),
        decimals: readNumber(item.decimals, `${member}.decimals`),
        capUsd: readNumber(caps[coin], `caps.${coin}`),
      }
    })
    return [
      rowsOf(
        prices,
        found.map(({ coin, atSec, priceUsd, confidence }) => ({
          coin,
          atSec,
          priceUsd,
          confidence,
        })),
      ),
      rowsOf(
        tokens,
        found.flatMap(({ coin, symbol, decimals }) =>
          symbol === null ? [] : [{ coin, symbol, name: null, decimals, redirect: null }],
        ),
      ),
      rowsOf(
        supplies,
        found.flatMap(({ coin, atSec, priceUsd, capUsd }) =>
          capUsd === null || priceUsd === 0
            ? []
            : [{ coin, atSec, circulating: capUsd / priceUsd, quality: 'extrapolated' as const }],
        ),
      ),
    ]
  },
}

/** `/prices/first`: since when a coin has prices, so that its chart can be requested whole. */
const getFirstPrices: ResponseReader = {
  operation: 'coins.getFirstPrices',
  isLast: true,
  calls: async (snapshot, { coins, nowSec, sinceSec }) => {
    const newest = await readNewestDays(snapshot, coins)
    const fromSec = dayStart(nowSec) - REREAD_DAYS * DAY_SEC
    const isCurrent = (coin: string) => (newest.get(coin) ?? 0) >= fromSec
    const [current, others] = [coins.filter(isCurrent), coins.filter((coin) => !isCurrent(coin))]
    return [
      ...toBatches(current, COINS_PER_CALL).map((batch) => chartCall(batch, fromSec, nowSec)),
      ...toBatches(others, COINS_PER_CALL).map((batch) => ({
        operation: 'coins.getFirstPrices',
        params: { coins: batch.join(','), sinceSec: String(sinceSec) },
        mark: String(dayStart(nowSec)),
      })),
    ]
  },
  carries: [],
  details: (body, context) => {
    const { call, atSec } = context
    const coins = readMembers(readMembers(body, 'body').coins, 'coins')
    const first = readEntries(coins, 'coins', context, (coin, value, member) => {
      const sec = requireSec(readMembers(value, member).timestamp, `${member}.timestamp`)
      return { coin, fromSec: Math.max(dayStart(sec), Number(call.params.sinceSec ?? 0)) }
    })
    const calls: Call[] = []
    let [batch, fromSec]: [string[], number] = [[], atSec]
    const pointsOf = (sec: number) => Math.ceil((atSec - sec) / DAY_SEC) + 2
    for (const one of first.sort((a, b) => a.fromSec - b.fromSec)) {
      const start = Math.min(fromSec, one.fromSec)
      if (batch.length > 0 && (batch.length + 1) * pointsOf(start) > MAX_POINTS) {
        calls.push(chartCall(batch, fromSec, atSec))
        batch = []
        fromSec = atSec
      }
      batch.push(one.coin)
      fromSec = Math.min(fromSec, one.fromSec)
    }
    if (batch.length > 0) calls.push(chartCall(batch, fromSec, atSec))
    return calls
  },
  rows: () => [],
}

function chartCall(coins: readonly string[], fromSec: number, nowSec: number): Call {
  const days = Math.ceil((nowSec - fromSec) / DAY_SEC) + 1
  return {
    operation: CHART,
    params: { coins: coins.join(',') },
    query: { start: String(fromSec), span: String(days), period: '1d' },
    mark: String(dayStart(nowSec)),
  }
}

/** `/chart/{coins}`: a price a day. */
const getChart: ResponseReader = {
  operation: CHART,
  calls: 'listed',
  carries: [
    {
      fact: prices,
      refill: 'daily',
      note: 'Of the past the least confidence of a coin stands for all its days.',
    },
  ],
  rows: (body, context) => [rowsOf(prices, readChartPrices(body, context))],
}

/** `/block/{chain}/{timestamp}`: the block at the start of today. */
const getBlock: ResponseReader = {
  operation: 'coins.getBlock',
  calls: async (_, { nowSec }) =>
    chains.list().map(({ key }) => ({
      operation: 'coins.getBlock',
      params: { chain: key, timestamp: String(dayStart(nowSec)) },
      mark: String(dayStart(nowSec)),
    })),
  carries: [
    { fact: blocks, refill: 'from now on', note: 'One block a day: a call gives a single one.' },
  ],
  rows: (body, { call }) => {
    const { height, timestamp } = readMembers(body, 'body')
    const row = {
      chain: call.params.chain ?? '',
      atSec: requireSec(timestamp, 'timestamp'),
      height: requireNumber(height, 'height'),
    }
    return [rowsOf(blocks, [row])]
  },
}

/** The newest price of each coin that has some days of them. */
async function readNewestDays(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<Map<string, number>> {
  const rows = await snapshot.query<{ coin: string; newestSec: number }>(
    sql`SELECT coin, max(atSec) AS newestSec ${snapshot.versions(prices, sql`coin IN {coins:Array(String)}`)} GROUP BY coin HAVING uniq(intDiv(atSec, ${DAY_SEC})) > 2`,
    { coins },
  )
  return new Map(rows.map(({ coin, newestSec }) => [coin, newestSec]))
}

export const coinResponses = [getCurrentPrices, getFirstPrices, getChart, getBlock]
