import Type from 'typebox'
import { integer, number, string, unixSec, usd } from '../../../http/described.ts'
import { decimal, optionalDuration, someOf, text, type ValuesOf } from '../../../http/parameters.ts'
import { members, type Rows } from '../../../http/render/rows.ts'
import type { RequestContext } from '../../../http/route.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import { type AskedCoin, askCoins, describeMalformed } from '../derive/asked-coins.ts'
import type { PriceRecord } from '../price-table.ts'
import { priceTableState, readSuggestedCoins } from '../read.ts'

export const BITCOIN = 'aggregator:bitcoin'
export const exampleRecord = {
  symbol: 'BTC',
  price: 64_210.5,
  timestamp: 1_760_000_000,
  confidence: 0.99,
}

/** Query parameters that every request for prices understands. */
export const priceQuery = {
  searchWidth: optionalDuration(
    'How far from the asked timestamp a record may be, such as 4h or 600 (seconds).',
    '4h',
  ),
  minConfidence: decimal('Leave out prices that are trusted less than this, 0 to 1.', {
    min: 0,
    max: 1,
    example: 0.5,
  }),
  include: someOf(
    '`missing` adds a reason for every coin that has no price, and for what is no coin id the form expected and near ids.',
    ['missing'],
  ),
}

export type PriceOptions = ValuesOf<typeof priceQuery>

/** The coins that are asked, in the path. */
export const coinsParam = { coins: text('Coin ids, comma-separated, at most 500.', BITCOIN) }

export const symbolMember = nullable(string('Symbol of the coin'))
export const recordMembers = {
  timestamp: unixSec('Time of the record itself'),
  price: usd(),
  confidence: nullable(number('How far the price is trusted, 0 to 1')),
}

const PriceRecordSchema = namedShape('Price', {
  decimals: Type.Optional(
    nullable(integer('Decimals of the raw amount; absent for ids of a source.')),
  ),
  symbol: symbolMember,
  price: recordMembers.price,
  timestamp: recordMembers.timestamp,
  confidence: recordMembers.confidence,
})

const Missing = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description: 'Why a coin has no price; only with include=missing.',
  }),
)

/** `{coins: {<id>: item}, missing?}` */
export function coinsOf<T extends Type.TSchema>(item: T) {
  return shape({
    coins: Type.Record(Type.String(), item, { description: 'By coin id as asked' }),
    missing: Missing,
  })
}

export const coinsSchema = coinsOf(PriceRecordSchema)

/** Symbol and decimals of the coin that was asked, price and time of the record that was found. */
export function toPriceRecord(asked: AskedCoin, record: PriceRecord): Record<string, unknown> {
  return {
    ...describeCoin(asked),
    price: record.priceUsd,
    timestamp: record.atSec,
    confidence: record.confidence,
  }
}

/** Symbol, and decimals unless the coin is one of a source (registry.md#coin-ids). */
export function describeCoin({ symbol, decimals }: AskedCoin): Record<string, unknown> {
  return decimals === undefined ? { symbol } : { symbol, decimals }
}

/** Why a coin is not among those of a response. */
class NoPrice {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

export function noPrice(reason: string): NoPrice {
  return new NoPrice(reason)
}

/**
 * A response keyed by the texts requested; `read` gives what is served of one, or why it has no
 * price. A text may be any word, even `__proto__`, so members are not those of a plain object.
 */
export async function responseCoins(
  texts: readonly string[],
  include: ReadonlySet<'missing'>,
  { snapshot, states }: RequestContext,
  read: (asked: readonly AskedCoin[]) => Promise<(coin: AskedCoin) => unknown>,
): Promise<unknown> {
  const asked = askCoins(texts, await states.get(priceTableState, snapshot))
  const itemOf = await read(asked)
  const coins = new Map<string, unknown>()
  const missing = new Map<string, string>()
  for (const coin of asked) {
    const item = itemOf(coin)
    if (!(item instanceof NoPrice)) coins.set(coin.text, item)
    else missing.set(coin.text, coin.isKnown ? item.reason : 'unknown coin')
  }
  if (!include.has('missing')) return { coins: membersOf(coins) }
  const malformed = asked.filter(({ text, isCoinId }) => !isCoinId && missing.has(text))
  if (malformed.length > 0) {
    const suggested = await readSuggestedCoins(
      snapshot,
      malformed.map(({ text }) => text),
    )
    for (const { text } of malformed) missing.set(text, describeMalformed(text, suggested))
  }
  return { coins: membersOf(coins), missing: membersOf(missing) }
}

function membersOf(values: ReadonlyMap<string, unknown>): Rows {
  return members([...values.keys()], [...values.values()])
}
