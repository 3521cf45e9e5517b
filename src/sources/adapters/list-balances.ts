import { priceSecOf } from '../model/amounts.ts'
import type { Amount, Observations } from '../model/observations.ts'
import type { KnownPrice, PriceBook } from '../model/price-book.ts'

/** What a module found of one token on all chains and in all sections, and the price it takes. */
export interface Balance {
  coin: string
  token: string
  /** In the token's smallest units, exactly; null where the module counts whole tokens. */
  raw: string | null
  tokens: number | null
  price: KnownPrice | null
}

interface Sum {
  raw: bigint | null
  tokens: number
  /** The time whose price counts. */
  priceSec: number
}

/** Balances by token in the order the module gave them. */
export function listBalances(seen: Observations, prices: PriceBook): Balance[] {
  const sums = new Map<string, Sum>()
  for (const { amount, atSec } of seen.holdings) addTo(sums, amount, atSec)
  for (const { amount, atSec } of seen.flows) addTo(sums, amount, priceSecOf({ atSec }))
  return [...sums].map(([coin, { raw, tokens, priceSec }]) => {
    const decimals = prices.decimals(coin)
    const whole = decimals === undefined ? null : Number(`${raw ?? 0n}e-${decimals}`)
    return {
      coin,
      token: prices.symbol(coin) ?? coin,
      raw: raw === null ? null : String(raw),
      tokens: raw === null ? tokens : whole === null ? null : whole + tokens,
      price: prices.find(coin, priceSec) ?? null,
    }
  })
}

function addTo(sums: Map<string, Sum>, amount: Amount | { count: number }, priceSec: number): void {
  if (!('coin' in amount)) return
  const { raw, tokens } = sums.get(amount.coin) ?? { raw: null, tokens: 0 }
  sums.set(amount.coin, {
    raw: 'raw' in amount ? (raw ?? 0n) + amount.raw : raw,
    tokens: 'raw' in amount ? tokens : tokens + amount.tokens,
    priceSec,
  })
}
