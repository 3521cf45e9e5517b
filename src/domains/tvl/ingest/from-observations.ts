import type { ObservationWriter } from '../../../live/model/fact-rows.ts'
import type { ReadingInput } from '../../../live/model/watch.ts'
import { valueAmount, weighAmount } from '../../../sources/model/amounts.ts'
import type { Holding, Observations } from '../../../sources/model/observations.ts'
import type { PriceBook } from '../../../sources/model/price-book.ts'
import { chains, normalizeCoinId } from '../../registry/public.ts'
import { PLAIN, SECTIONS, tvlRecords, tvlTokens } from '../facts.ts'

type Place = Pick<Holding, 'protocol' | 'chain' | 'section' | 'atSec'>

const sectionNames = new Map([PLAIN, ...SECTIONS].map((name) => [name.toLowerCase(), name]))

/**
 * Holdings as records (tvl.md#records): amount × price. A token without a price counts 0 and has no
 * row, but its place has one, so that a guard sees a value fall and not a chain vanish.
 */
export const observeHoldings: ObservationWriter = (seen, prices) => {
  const records = new Map<string, Place & { tvlUsd: number }>()
  const tokens = new Map<
    string,
    Place & { token: string; symbol: string; amount: number; valueUsd: number }
  >()
  for (const holding of seen.holdings) {
    const place = placeOf(holding)
    const key = JSON.stringify(place)
    const valued = valueAmount(holding.amount, holding.atSec, prices)
    const { valueUsd, tokens: amount } =
      'unpriced' in valued ? { valueUsd: 0, tokens: null } : valued
    records.set(key, { ...place, tvlUsd: (records.get(key)?.tvlUsd ?? 0) + valueUsd })
    if (amount === null || amount === 0 || !('coin' in holding.amount)) continue
    const token = normalizeCoinId(holding.amount.coin) ?? holding.amount.coin
    const known = tokens.get(`${key} ${token}`)
    tokens.set(`${key} ${token}`, {
      ...place,
      token,
      symbol: symbolOf(token, prices),
      amount: (known?.amount ?? 0) + amount,
      valueUsd: (known?.valueUsd ?? 0) + valueUsd,
    })
  }
  return [
    { fact: tvlRecords, rows: [...records.values()], nothing: { tvlUsd: 0 } },
    { fact: tvlTokens, rows: [...tokens.values()], nothing: { amount: 0, valueUsd: 0 } },
  ]
}

/** A section in its one spelling. */
export function sectionOf(section: string): string {
  return sectionNames.get(section.toLowerCase()) ?? section
}

function placeOf({ protocol, chain, section, atSec }: Holding): Place {
  return {
    protocol,
    chain: chains.keyOf(chain),
    section: sectionOf(section),
    atSec,
  }
}

/** Latin letters in upper case, as in breakdowns; a token without a name goes by its address. */
function symbolOf(token: string, prices: PriceBook): string {
  const symbol = prices.symbol(token) ?? token.slice(token.indexOf(':') + 1)
  return symbol.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** The amounts behind each protocol's record, section by section. */
export function weighHoldings(seen: Observations, prices: PriceBook): ReadingInput[] {
  return seen.holdings.map(({ protocol, section, amount, atSec }) => ({
    ...weighAmount(amount, atSec, prices),
    series: { protocol },
    atSec,
    line: sectionOf(section),
  }))
}
