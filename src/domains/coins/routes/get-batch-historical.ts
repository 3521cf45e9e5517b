import Type from 'typebox'
import { listNearestRecords } from '../../../derive/nearest-record.ts'
import { type Parameter, timestampBefore, timestampExample } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { DAY_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { tokens } from '../../registry/public.ts'
import { limitCoins, pricedTimestamps } from '../derive/asked-coins.ts'
import { historicalWidthSec } from '../derive/search-width.ts'
import { prices } from '../facts.ts'
import { readPricesNear } from '../read.ts'
import {
  BITCOIN,
  coinsOf,
  noPrice,
  priceQuery,
  recordMembers,
  responseCoins,
  symbolMember,
} from './price-shapes.ts'

const MAX_TIMESTAMPS = 5_000

function exampleBatch(nowSec: number): Record<string, number[]> {
  const atSec = timestampBefore(nowSec)
  return { 'aggregator:bitcoin': [atSec, atSec + DAY_SEC] }
}

/** The `coins` of a batch as a query parameter: a JSON object from coin id to timestamps. */
function priceBatch(): Parameter<string | undefined> {
  return {
    describe:
      'JSON object from coin id to an array of Unix seconds, at most 500 coins and 5,000 timestamps. Required with GET.',
    ...timestampExample((nowSec) => JSON.stringify(exampleBatch(nowSec))),
    schema: { type: 'string' },
    required: true,
    parse: (text) => text,
  }
}

/** The batch of a request, from its body or its query. */
export function parseBatch(text: string | undefined, body: unknown): Map<string, number[]> {
  const given =
    body === null || body === undefined ? parseJson(text) : (body as { coins?: unknown }).coins
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw invalidParameter(
      'coins',
      'must be an object from coin id to an array of Unix seconds, such as {"aggregator:bitcoin":[1760000000]}.',
    )
  }
  limitCoins(Object.keys(given))
  const batch = new Map(
    Object.entries(given).map(([coin, timestamps]) => [coin, parseTimestamps(coin, timestamps)]),
  )
  const timestamps = [...batch.values()].reduce((sum, list) => sum + list.length, 0)
  if (timestamps > MAX_TIMESTAMPS)
    throw invalidParameter(
      'coins',
      `takes at most ${MAX_TIMESTAMPS} timestamps in one request, not ${timestamps}.`,
    )
  return batch
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined || text === '')
    throw invalidParameter(
      'coins',
      'is required: a JSON object from coin id to an array of Unix seconds.',
    )
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParameter('coins', 'is not valid JSON.')
  }
}

function parseTimestamps(coin: string, timestamps: unknown): number[] {
  const isTimestamp = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= LATEST_UNIX_SEC
  if (!Array.isArray(timestamps) || !timestamps.every(isTimestamp)) {
    throw invalidParameter(
      'coins',
      `needs an array of Unix seconds for ${JSON.stringify(coin.slice(0, 60))}.`,
    )
  }
  return timestamps.map((timestamp) => Math.floor(timestamp))
}

export const getBatchHistorical = defineRoute({
  id: 'coins.getBatchHistorical',
  operationId: 'getBatchHistoricalPrices',
  summary: 'Prices of coins at many timestamps',
  describe:
    'For each coin its own list of timestamps. Each timestamp takes the nearest record within `searchWidth` (default 6h, at most 2d); the records come in order of time, each once. At most 500 coins and 5,000 timestamps in one request; more is a 400.',
  paths: { free: '/batchHistorical', pro: '/coins/batchHistorical' },
  methods: { free: ['GET'], pro: ['POST', 'GET'] },
  query: { ...priceQuery, coins: priceBatch() },
  body: {
    schema: shape({
      coins: mapOf(Type.Array(Type.Integer()), 'Timestamps, Unix seconds, by coin id'),
    }),
    ...timestampExample((nowSec) => ({ coins: exampleBatch(nowSec) })),
  },
  response: coinsOf(
    shape({
      symbol: symbolMember,
      prices: Type.Array(shape(recordMembers), {
        description: 'One record per asked time, where one is near enough',
      }),
    }),
  ),
  example: {
    coins: {
      [BITCOIN]: {
        symbol: 'BTC',
        prices: [{ timestamp: 1_760_000_000, price: 64_210.5, confidence: 0.99 }],
      },
    },
  },
  table: 'coins{coin}<symbol>.prices[]',
  reads: [tokens, prices],
  handler: ({ query, body }, context) => {
    const batch = parseBatch(query.coins, body)
    const widthSec = historicalWidthSec(query.searchWidth)
    const { minConfidence } = query
    return responseCoins([...batch.keys()], query.include, context, async (asked) => {
      const timestamps = pricedTimestamps(asked, batch)
      const records = await readPricesNear(context.snapshot, timestamps, {
        widthSec,
        minConfidence,
      })
      return ({ text, priced, symbol }) => {
        const known = records.get(priced) ?? []
        const points = listNearestRecords(known, batch.get(text) ?? [], widthSec)
        if (points.length === 0)
          return noPrice(`no price within ${widthSec} s of any asked timestamp`)
        const list = points.map(({ atSec, priceUsd, confidence }) => ({
          timestamp: atSec,
          price: priceUsd,
          confidence,
        }))
        return { symbol, prices: list }
      }
    })
  },
})
