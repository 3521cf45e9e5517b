import reference from '../../../../data/token-classes.json' with { type: 'json' }

export type TokenClass = 'stablecoins' | 'majors' | 'others'

const majors = new Set(reference.majors.map((symbol) => symbol.toUpperCase()))
const SHORT = 3
const stable = new RegExp(
  reference.stablecoins
    .map((symbol) => symbol.toUpperCase() + (symbol.length <= SHORT ? '$' : ''))
    .join('|'),
)

/**
 * What kind of token a symbol is (semantics 8.5): a form of BTC or ETH by its whole symbol; a
 * stablecoin when it holds a known stable symbol, as aUSDC and USDC.e do. A symbol of three letters
 * counts only at the end, because it is part of too many words.
 */
export function tokenClass(symbol: string | null): TokenClass {
  const upper = (symbol ?? '').toUpperCase()
  if (majors.has(upper)) return 'majors'
  return stable.test(upper) ? 'stablecoins' : 'others'
}
