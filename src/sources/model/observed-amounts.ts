import { priceSecOf, valueAmount } from './amounts.ts'
import type { Amount, Flow, Observations, SeenPool } from './observations.ts'
import type { PriceBook, WantedPrices } from './price-book.ts'

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

/** The coins that need a price, and when: never after the moment of the reading. */
export function wantedPrices(seen: Observations, momentSec: number): WantedPrices {
  const amounts = listAmounts(seen)
  const coins = new Set(amounts.flatMap(({ amount }) => ('coin' in amount ? [amount.coin] : [])))
  for (const { inCoin } of seen.prices) if (inCoin !== undefined) coins.add(inCoin)
  // Described tokens are looked up too, so that what is known of them stands.
  for (const { coin } of seen.tokens) coins.add(coin)
  const times = [...amounts, ...seen.prices].map(({ atSec }) => atSec)
  return {
    coins,
    fromSec: times.reduce((first, atSec) => Math.min(first, atSec), momentSec),
    toSec: momentSec,
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
    if ('unpriced' in valued)
      found.set(JSON.stringify([of, valued.unpriced]), {
        of,
        coin: valued.unpriced,
        missing: valued.missing,
      })
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
  const holdings = seen.holdings.map(({ protocol, amount, atSec }) => ({
    of: protocol,
    amount,
    atSec,
  }))
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

function amountsOfPool({
  project,
  pool,
  atSec,
  held,
  volume1d,
  volume7d,
  fees1d,
  lending,
}: SeenPool): ObservedAmount[] {
  const lists = [held, volume1d, volume7d, fees1d, lending?.supplied, lending?.borrowed]
  return lists.flatMap((list) =>
    (list ?? []).map((amount) => ({ of: `${project} ${pool}`, amount, atSec })),
  )
}
