import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import type { Amount, Flow, Observations, SeenPool } from './observations.ts'
import { type CoinEvidence, NO_EVIDENCE, type PriceBook, type WantedPrices } from './price-book.ts'

/** The value of an amount (`tokens` is null for plain dollars), or the coin without one and why. */
export type Valued =
  | { valueUsd: number; tokens: number | null }
  | { unpriced: string; missing: 'price' | 'decimals' }

/** tvl.md#records: amount × the price of that time. */
export function valueAmount(amount: Amount, atSec: number, prices: PriceBook): Valued {
  if ('usd' in amount) return { valueUsd: amount.usd, tokens: null }
  const tokens = tokensOf(amount, prices)
  if (tokens === undefined) return { unpriced: amount.coin, missing: 'decimals' }
  // Zero tokens are worth 0 even without a price.
  if (tokens === 0) return { valueUsd: 0, tokens }
  const price = prices.find(amount.coin, atSec)
  return price === undefined
    ? { unpriced: amount.coin, missing: 'price' }
    : { valueUsd: tokens * price.priceUsd, tokens }
}

/** tvl.md#records: amounts without a price count 0. `isPriced` is false when none has a price. */
export function sumOfValues(
  amounts: readonly Amount[],
  atSec: number,
  prices: PriceBook,
): { valueUsd: number; isPriced: boolean } {
  let valueUsd = 0
  let priced = 0
  for (const amount of amounts) {
    const valued = valueAmount(amount, atSec, prices)
    if ('unpriced' in valued) continue
    valueUsd += valued.valueUsd
    priced++
  }
  return { valueUsd, isPriced: priced > 0 || amounts.length === 0 }
}

/** A flow is valued at the price of the last second of its day. */
export function priceSecOf({ atSec }: Pick<Flow, 'atSec'>): number {
  return dayStart(atSec) + DAY_SEC - 1
}

/** Whole tokens; undefined where the decimals are not known. */
export function tokensOf(
  amount: Exclude<Amount, { usd: number }>,
  prices: PriceBook,
): number | undefined {
  if ('tokens' in amount) return amount.tokens
  const decimals = prices.decimals(amount.coin)
  // As a text it is rounded once; dividing two floats would round twice.
  return decimals === undefined ? undefined : Number(`${amount.raw}e-${decimals}`)
}

/** An amount with its value and all that speaks for or against it. */
export interface WeighedAmount extends CoinEvidence {
  /** Null for plain dollars. */
  coin: string | null
  symbol: string
  /** Null for plain dollars, and where the decimals are not known. */
  tokens: number | null
  /** Null where it has no value. */
  valueUsd: number | null
  /** The price in use, and when it was recorded. */
  priceUsd: number | null
  priceSec: number | null
  confidence: number | null
  /** Those in use. */
  decimals: number | null
}

export function weighAmount(amount: Amount, atSec: number, prices: PriceBook): WeighedAmount {
  if ('usd' in amount)
    return { ...NO_EVIDENCE, ...NOTHING, coin: null, symbol: 'USD', valueUsd: amount.usd }
  const { coin } = amount
  const valued = valueAmount(amount, atSec, prices)
  const decimals = prices.decimals(coin) ?? null
  const price = prices.find(coin, atSec)
  return {
    ...prices.evidence(coin, atSec),
    coin,
    symbol: prices.symbol(coin) ?? coin,
    tokens: tokensOf(amount, prices) ?? null,
    valueUsd: 'unpriced' in valued ? null : valued.valueUsd,
    priceUsd: price?.priceUsd ?? null,
    priceSec: price?.atSec ?? null,
    confidence: price?.confidence ?? null,
    decimals: 'tokens' in amount ? null : decimals,
  }
}

const NOTHING = { tokens: null, priceUsd: null, priceSec: null, confidence: null, decimals: null }

/** An observed amount, with its owner and the time of its price. */
interface ObservedAmount {
  of: string
  amount: Amount
  atSec: number
}

/** A coin without a value, once for each protocol, pool or bridge that has some of it. */
export interface Unpriced {
  of: string
  coin: string
  missing: 'price' | 'decimals'
}

/** The coins that need a price, and when: never after the timestamp of the reading. */
export function wantedPrices(seen: Observations, timeSec: number): WantedPrices {
  const amounts = listAmounts(seen)
  const coins = new Set(amounts.flatMap(({ amount }) => ('coin' in amount ? [amount.coin] : [])))
  for (const { inCoin } of seen.prices) if (inCoin !== undefined) coins.add(inCoin)
  // Described tokens are looked up too, so that what is known of them stands.
  for (const { coin } of seen.tokens) coins.add(coin)
  const times = [...amounts, ...seen.prices].map(({ atSec }) => atSec)
  return {
    coins,
    fromSec: times.reduce((first, atSec) => Math.min(first, atSec), timeSec),
    toSec: timeSec,
  }
}

/** What counts as 0 because it has no value; a trade with one priced side has one. */
export function listUnpriced(seen: Observations, prices: PriceBook): Unpriced[] {
  const found = new Map<string, Unpriced>()
  const flows = seen.flows.map((flow) => ({
    of: flow.protocol,
    amount: flowAmount(flow, prices),
    atSec: priceSecOf(flow),
  }))
  for (const { of, amount, atSec } of [...listAmounts({ ...seen, flows: [] }), ...flows]) {
    if (amount === undefined) continue
    const valued = valueAmount(amount, atSec, prices)
    if (!('unpriced' in valued)) continue
    const { unpriced: coin, missing } = valued
    found.set(JSON.stringify([of, coin]), { of, coin, missing })
  }
  return [...found.values()]
}

/** The side of a flow that counts: the second if only it has a value; undefined for a count. */
export function flowAmount(
  { amount, instead, atSec }: Flow,
  prices: PriceBook,
): Amount | undefined {
  if ('count' in amount) return undefined
  if (instead === undefined) return amount
  const isWithout = (side: Amount) => 'unpriced' in valueAmount(side, priceSecOf({ atSec }), prices)
  return isWithout(amount) && !isWithout(instead) ? instead : amount
}

function listAmounts(seen: Observations): ObservedAmount[] {
  const flows = seen.flows.flatMap((flow) => {
    const sides = ['count' in flow.amount ? [] : [flow.amount], flow.instead ?? []].flat()
    return sides.map((amount) => ({ of: flow.protocol, amount, atSec: priceSecOf(flow) }))
  })
  const transfers = seen.transfers.map(({ bridge, amount, atSec }) => ({
    of: `bridge ${bridge}`,
    amount: 'usd' in amount ? { usd: amount.usd } : amount,
    atSec,
  }))
  const holdings = seen.holdings.map(({ protocol: of, amount, atSec }) => ({ of, amount, atSec }))
  const treasuries = seen.treasuries.flatMap(({ holder, held, atSec }) =>
    held.map((amount) => ({ of: holder, amount, atSec })),
  )
  const liquidity = seen.liquidity.flatMap(({ pool, own, held, depth1Pct, depth2Pct, atSec }) =>
    [own, ...held, depth1Pct, depth2Pct].map((amount) => ({ of: pool, amount, atSec })),
  )
  return [
    ...holdings,
    ...flows,
    ...seen.pools.flatMap(amountsOfPool),
    ...transfers,
    ...treasuries,
    ...liquidity,
  ]
}

function amountsOfPool(seen: SeenPool): ObservedAmount[] {
  const { project, pool, atSec, held, volume1d, volume7d, fees1d, lending } = seen
  const lists = [held, volume1d, volume7d, fees1d, lending?.supplied, lending?.borrowed]
  const amounts = lists.flatMap((list) => list ?? [])
  return amounts.map((amount) => ({ of: `${project} ${pool}`, amount, atSec }))
}
