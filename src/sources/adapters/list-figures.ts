import { priceSecOf, valueAmount } from '../model/amounts.ts'
import type { Amount, Observations, SeenPool } from '../model/observations.ts'
import type { KnownPrice, PriceBook } from '../model/price-book.ts'

/** A line of a module's answer: an amount of a token on a chain, and its value if known. */
export interface Figure {
  chain: string
  /** Section, figure, or kind of what was seen. */
  what: string
  token: string
  tokens: number | null
  valueUsd: number | null
  /** Of a pool, in percent a year. */
  apyPct?: number | null
}

/** All figures, the largest value first; those without a value come last. */
export function listFigures(seen: Observations, prices: PriceBook): Figure[] {
  const figureOf = (
    chain: string,
    what: string,
    { amount, atSec }: { amount: Amount; atSec: number },
  ): Figure => {
    const valued = valueAmount(amount, atSec, prices)
    const token = 'coin' in amount ? (prices.symbol(amount.coin) ?? amount.coin) : 'USD'
    return 'unpriced' in valued
      ? { chain, what, token, tokens: null, valueUsd: null }
      : { chain, what, token, ...valued }
  }
  const counted = (figure: Omit<Figure, 'valueUsd'>): Figure => ({ ...figure, valueUsd: null })
  const figures: Figure[] = [
    ...seen.holdings.map((holding) => figureOf(holding.chain, holding.section, holding)),
    ...seen.flows.map(({ chain, dataType, label, amount, atSec }) => {
      const what = label === '' ? dataType : `${dataType}, ${label}`
      if ('count' in amount) return counted({ chain, what, token: 'count', tokens: amount.count })
      return figureOf(chain, what, { amount, atSec: priceSecOf({ atSec }) })
    }),
    ...seen.pools.flatMap((pool) =>
      pool.held.map((amount) => ({
        ...figureOf(pool.chain, `pool ${pool.symbol}`, { amount, atSec: pool.atSec }),
        apyPct: apyOf(pool),
      })),
    ),
    ...seen.supplies.flatMap(({ chain, asset: token, minted, unreleased, bridgedFrom }) => {
      const others = bridgedFrom.map((from) => [`from ${from.chain}`, from.amount] as const)
      const amounts = [['minted', minted] as const, ['unreleased', unreleased] as const, ...others]
      return amounts.map(([what, tokens]) => counted({ chain, what, token, tokens }))
    }),
    ...seen.transfers.map(({ chain, isDeposit, amount, atSec }) => {
      const worth = 'usd' in amount ? { usd: amount.usd } : amount
      return figureOf(chain, isDeposit ? 'deposit' : 'withdrawal', { amount: worth, atSec })
    }),
    ...seen.schedules.map(({ protocol: token, schedule: { sections } }) => {
      const tokens = Array.isArray(sections) ? sections.length : 0
      return counted({ chain: '', what: 'unlock sections', token, tokens })
    }),
  ]
  return figures.sort(
    (a, b) => (b.valueUsd ?? Number.NEGATIVE_INFINITY) - (a.valueUsd ?? Number.NEGATIVE_INFINITY),
  )
}

/** What the module says, else base and reward together. */
function apyOf({ apyPct, apyBasePct, apyRewardPct }: SeenPool): number | null {
  if (apyPct !== null) return apyPct
  if (apyBasePct === null) return apyRewardPct
  return apyRewardPct === null ? apyBasePct : apyBasePct + apyRewardPct
}

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
