import Type from 'typebox'
import { decimal, optionalDuration, someOf } from '../../../http/parameters.ts'
import { Rendered } from '../../../http/rendered.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import type { AskedCoin } from '../derive/asked-coins.ts'
import type { PriceRecord } from '../price-table.ts'

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
  include: someOf('`missing` adds a reason for every coin that has no price.', ['missing']),
}

const PriceRecordSchema = shape({
  decimals: Type.Optional(
    nullable(
      Type.Integer({ description: 'Decimals of the raw amount; absent for ids of a source.' }),
    ),
  ),
  symbol: nullable(Type.String()),
  price: Type.Number({ description: 'US dollars' }),
  timestamp: Type.Integer({ description: 'Unix seconds of the record itself' }),
  confidence: nullable(Type.Number({ description: '0 to 1' })),
})

const Missing = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description: 'Why a coin has no price; only with include=missing.',
  }),
)

/** `{coins: {<id>: item}, missing?}` */
export function coinsOf<T extends Type.TSchema>(item: T) {
  return shape({ coins: Type.Record(Type.String(), item), missing: Missing })
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
 * The answer to a question for coins, keyed by the texts that asked; a text may be any word, even
 * `__proto__`. It is written out as it grows: an object with hundreds of odd keys costs several
 * times what its text does.
 */
export class CoinAnswer {
  #coins = ''
  #missing = ''
  readonly #withMissing: boolean

  constructor(include: ReadonlySet<'missing'>) {
    this.#withMissing = include.has('missing')
  }

  add(text: string, value: unknown): void {
    this.#coins += `${this.#coins === '' ? '' : ','}${JSON.stringify(text)}:${JSON.stringify(value)}`
  }

  miss(asked: AskedCoin, reason: string): void {
    if (!this.#withMissing) return
    const told = asked.isKnown ? reason : 'unknown coin'
    this.#missing += `${this.#missing === '' ? '' : ','}${JSON.stringify(asked.text)}:${JSON.stringify(told)}`
  }

  body(): Rendered {
    return new Rendered(
      `{"coins":{${this.#coins}}${this.#withMissing ? `,"missing":{${this.#missing}}` : ''}}`,
    )
  }
}
