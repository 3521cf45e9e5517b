import { momentBefore, momentExample, type Parameter } from '../../../http/parameters.ts'
import { DAY_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { limitCoins } from '../derive/asked-coins.ts'

const MAX_MOMENTS = 5_000

export function exampleBatch(nowSec: number): Record<string, number[]> {
  const atSec = momentBefore(nowSec)
  return { 'aggregator:bitcoin': [atSec, atSec + DAY_SEC] }
}

/** The `coins` of a batch as a query parameter: a JSON object from coin id to moments. */
export function priceBatch(): Parameter<string | undefined> {
  return {
    describe:
      'JSON object from coin id to an array of Unix seconds, at most 500 coins and 5,000 moments. Required with GET.',
    ...momentExample((nowSec) => JSON.stringify(exampleBatch(nowSec))),
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
    Object.entries(given).map(([coin, moments]) => [coin, parseMoments(coin, moments)]),
  )
  const moments = [...batch.values()].reduce((sum, list) => sum + list.length, 0)
  if (moments > MAX_MOMENTS)
    throw invalidParameter(
      'coins',
      `takes at most ${MAX_MOMENTS} moments in one request, not ${moments}.`,
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

function parseMoments(coin: string, moments: unknown): number[] {
  const isMoment = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= LATEST_UNIX_SEC
  if (!Array.isArray(moments) || !moments.every(isMoment)) {
    throw invalidParameter(
      'coins',
      `needs an array of Unix seconds for ${JSON.stringify(coin.slice(0, 60))}.`,
    )
  }
  return moments.map((moment) => Math.floor(moment))
}
