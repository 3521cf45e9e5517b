import type { ReadingInput } from '../../model/watch.ts'
import { type Past, type Reading, type Release, TOTAL, totalOf } from './guard.ts'
import { spell } from './statistics.ts'

/** Amounts of less weight in a reading neither explain nor contradict it. */
const MAJOR_SHARE = 0.05
/** Supplies grow between two calls, and tokens that rebase round. */
const SUPPLY_TOLERANCE = 1.01
/** A price this many times its usual one, or its part, is a slip and not a market. */
const PRICE_SLIP = 8
/** A price as sure as this rests on several markets, or on one that is costly to move. */
const SURE_PRICE = 0.9
/** Within this factor of the last reading there is no jump left to explain. */
const NO_JUMP = 2
const NATIVE_COIN = /:0x0{40}$/

/** What contradicts a reading: more than there is, a price that slipped, other decimals. */
export function findContradiction({ inputs }: Pick<Reading, 'inputs'>): string | undefined {
  for (const { input, tokens } of majorAmounts(inputs)) {
    const { symbol, supplyTokens, priceUsd, usualPriceUsd, decimals, statedDecimals } = input
    if (supplyTokens !== null && supplyTokens > 0 && tokens > supplyTokens * SUPPLY_TOLERANCE)
      return `It counts ${spell(tokens)} ${symbol}, and there are only ${spell(supplyTokens)}.`
    if (decimals !== null && statedDecimals !== null && decimals !== statedDecimals)
      return `${symbol} is counted with ${decimals} decimals, and its contract says ${statedDecimals}.`
    if (priceUsd === null || usualPriceUsd === null) continue
    if (priceUsd >= usualPriceUsd * PRICE_SLIP || priceUsd * PRICE_SLIP <= usualPriceUsd)
      return `The price of ${symbol} is ${spell(priceUsd)}; its median of the day before is ${spell(usualPriceUsd)}.`
  }
  return undefined
}

/** A second reading releases only a jump that something explains; else a person must. */
export function releaseOf(allowed: Release, reading: Reading, past: Past): Release {
  return allowed === 'agreement' && isExplained(reading, past) ? 'agreement' : 'person'
}

/** Whether anything but the reading itself accounts for a jump of it (live.md#evidence). */
function isExplained(reading: Reading, past: Past): boolean {
  const { nature } = reading.watch
  // A rate is made of the flows of its own day: the next reading is other evidence already.
  if (nature === 'rate') return true
  if (nature === 'price')
    return reading.inputs.some(({ confidence }) => confidence !== null && confidence >= SURE_PRICE)
  if (reading.inputs.length === 0 || findContradiction(reading) !== undefined) return false
  return isMoveOfPrices(reading, past) || areAmountsStated(reading)
}

/** At the prices of the day before, the reading would be like the last one. */
function isMoveOfPrices(reading: Reading, past: Past): boolean {
  const before = past.line(TOTAL).before(reading.atSec)?.value
  if (before === undefined || before <= 0) return false
  const atUsual = reading.inputs.reduce((sum, { tokens, valueUsd, usualPriceUsd }) => {
    const usual = tokens === null || usualPriceUsd === null ? valueUsd : tokens * usualPriceUsd
    return sum + (usual ?? 0)
  }, 0)
  return atUsual < before * NO_JUMP && atUsual * NO_JUMP > before
}

/** Every amount of weight is of a coin whose contract states a supply that has room for it. */
function areAmountsStated({ inputs }: Reading): boolean {
  const major = majorAmounts(inputs)
  return (
    major.length > 0 &&
    major.every(
      ({ input: { coin, supplyTokens } }) =>
        coin !== null && (NATIVE_COIN.test(coin) || (supplyTokens !== null && supplyTokens > 0)),
    )
  )
}

/** Amounts of weight, those of one coin and line together. */
function majorAmounts(inputs: readonly ReadingInput[]): { input: ReadingInput; tokens: number }[] {
  const size = inputs.reduce((sum, { valueUsd }) => sum + Math.abs(valueUsd ?? 0), 0)
  const groups = Map.groupBy(inputs, ({ coin, line }) => JSON.stringify([coin, line]))
  return [...groups.values()].flatMap((own) => {
    const [input] = own
    const valueUsd = own.reduce((sum, one) => sum + Math.abs(one.valueUsd ?? 0), 0)
    const tokens = own.reduce((sum, one) => sum + (one.tokens ?? 0), 0)
    return input === undefined || valueUsd < size * MAJOR_SHARE || valueUsd === 0
      ? []
      : [{ input, tokens }]
  })
}

/** A line of amounts none of which has a value, unless it was nothing before too. */
export function findUnpricedLine(
  reading: Reading,
  past: Past,
): { line: string; coins: string[] } | undefined {
  const whole = reading.inputs.map((input) => ({ ...input, line: TOTAL }))
  const lines = Map.groupBy([...whole, ...reading.inputs], ({ line }) => line)
  for (const [line, inputs] of lines) {
    const held = inputs.filter(({ tokens }) => tokens !== 0)
    if (held.length === 0 || held.some(({ valueUsd }) => valueUsd !== null)) continue
    if (past.line(line).before(reading.atSec)?.value === 0) continue
    return { line, coins: [...new Set(held.flatMap(({ coin }) => coin ?? []))] }
  }
  return undefined
}

/** What amounts would be worth whose newest price is too old, and their share of the whole. */
export function weighOutdated(
  reading: Reading,
): { usd: number; share: number; oldest: ReadingInput } | undefined {
  const outdated = reading.inputs.filter((input) => input.outdated !== null)
  const [first] = outdated
  if (first === undefined) return undefined
  const usd = outdated.reduce(
    (sum, { tokens, outdated: price }) => sum + (tokens ?? 0) * (price?.priceUsd ?? 0),
    0,
  )
  const oldest = outdated.reduce((one, other) =>
    (other.outdated?.atSec ?? 0) < (one.outdated?.atSec ?? 0) ? other : one,
  )
  const whole = Math.abs(totalOf(reading)) + usd
  return { usd, share: whole === 0 ? 0 : usd / whole, oldest }
}
