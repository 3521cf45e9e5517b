import Type from 'typebox'
import { unixSec, usd } from '../../../http/described.ts'
import { decimal, optionalDuration, someOf } from '../../../http/parameters.ts'
import { members, type Rows } from '../../../http/render/rows.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { AskedCoin } from '../derive/asked-coins.ts'
import { describeMalformed } from '../derive/malformed-coins.ts'
import type { PriceRecord } from '../price-table.ts'
import { readSuggestedCoins } from '../read.ts'

export const BITCOIN = 'aggregator:bitcoin'
export const exampleRecord = {
  symbol: 'BTC',
  price: 64_210.5,
  timestamp: 1_760_000_000,
  confidence: 0.99,
}

/** Query parameters that every question for prices understands. */
export const priceQuery = {
  searchWidth: optionalDuration(
    'How far from the asked moment a record may be, such as 4h or 600 (seconds).',
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

const PriceRecordSchema = namedShape('Price', {
  decimals: Type.Optional(
    nullable(
      Type.Integer({ description: 'Decimals of the raw amount; absent for ids of a source.' }),
    ),
  ),
  symbol: nullable(Type.String({ description: 'Symbol of the coin' })),
  price: usd(),
  timestamp: unixSec('Time of the record itself'),
  confidence: nullable(Type.Number({ description: 'How far the price is trusted, 0 to 1' })),
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

/** Symbol, and decimals unless the coin is one of a source (decision 36). */
export function describeCoin({ symbol, decimals }: AskedCoin): Record<string, unknown> {
  return decimals === undefined ? { symbol } : { symbol, decimals }
}

/**
 * A response by coin, keyed by the texts that were asked for. A text may be any word, even
 * `__proto__`, so members are not those of a plain object.
 */
export class CoinsResponse {
  readonly #coins = new Map<string, unknown>()
  readonly #missing: Map<string, string> | undefined
  readonly #malformed: string[] = []

  constructor(include: ReadonlySet<'missing'>) {
    this.#missing = include.has('missing') ? new Map() : undefined
  }

  add(text: string, value: unknown): void {
    this.#coins.set(text, value)
  }

  miss(asked: AskedCoin, reason: string): void {
    this.#missing?.set(asked.text, asked.isKnown ? reason : 'unknown coin')
    if (!asked.isCoinId) this.#malformed.push(asked.text)
  }

  async body(snapshot: Snapshot): Promise<unknown> {
    if (this.#missing !== undefined && this.#malformed.length > 0) {
      const suggested = await readSuggestedCoins(snapshot, this.#malformed)
      for (const text of this.#malformed)
        this.#missing.set(text, describeMalformed(text, suggested))
    }
    return {
      coins: membersOf(this.#coins),
      ...(this.#missing && { missing: membersOf(this.#missing) }),
    }
  }
}

function membersOf(values: ReadonlyMap<string, unknown>): Rows {
  return members([...values.keys()], [...values.values()])
}
