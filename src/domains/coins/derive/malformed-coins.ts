const MAX_SUGGESTIONS = 3

/** What is known of a coin that a text may mean. */
export interface SuggestedCoin {
  coin: string
  symbol: string
  name: string | null
}

/**
 * Why a text without a chain or source has no price: the form that is expected, and the coins it may
 * mean by their symbol, name, address or id, in the order given (decision 152).
 */
export function describeMalformed(text: string, known: readonly SuggestedCoin[]): string {
  const wanted = text.toLowerCase()
  const meant = known
    .filter(({ coin, symbol, name }) =>
      [symbol, name, coin.slice(coin.indexOf(':') + 1)].some(
        (called) => called?.toLowerCase() === wanted,
      ),
    )
    .slice(0, MAX_SUGGESTIONS)
  const form = 'not a coin id: write <chain>:<address> or <source>:<id>, such as aggregator:bitcoin'
  return meant.length === 0
    ? form
    : `${form}; did you mean ${meant.map(({ coin }) => coin).join(', ')}?`
}
