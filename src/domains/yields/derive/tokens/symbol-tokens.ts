/**
 * The tokens of a pool's symbol, in upper case: USDC.e-WETH is USDC and WETH. What follows a dot
 * says by which bridge a token came, and not what it is.
 */
export function symbolTokens(symbol: string): string[] {
  return symbol
    .toUpperCase()
    .split('-')
    .flatMap((part) => part.split('.', 1)[0]?.trim() || [])
}
