/** Tokens of a symbol in upper case: USDC.e-WETH is USDC and WETH; a bridge follows the dot. */
export function symbolTokens(symbol: string): string[] {
  return symbol
    .toUpperCase()
    .split('-')
    .flatMap((part) => part.split('.', 1)[0]?.trim() || [])
}

/** Whether one of some symbols, in upper case, means a pool: the whole, or one of its tokens. */
export function matchesSymbol(symbol: string, wanted: ReadonlySet<string>): boolean {
  return wanted.has(symbol.toUpperCase()) || symbolTokens(symbol).some((token) => wanted.has(token))
}

export type Exposure = 'single' | 'multi'

/** How many tokens are at risk (yields.md#samples): as given, else several with a dash. */
export function exposureOf(symbol: string, given: string | null): Exposure {
  if (given === 'single' || given === 'multi') return given
  return symbol.includes('-') ? 'multi' : 'single'
}

// Assets that go by many names: wrapped, bridged and staked forms end in the symbol of the asset,
// as WETH, STETH and CBBTC do.
const ASSETS = [
  'BTC',
  'ETH',
  'SOL',
  'BNB',
  'AVAX',
  'MATIC',
  'POL',
  'FTM',
  'NEAR',
  'ATOM',
  'DOT',
  'TRX',
  'SUI',
  'APT',
  'HYPE',
]
const FORMS = new Map([
  ['BTCB', 'BTC'],
  ['ETHX', 'ETH'],
])

/** Whether tokens can move apart (yields.md#samples): not one alone, nor one currency or asset. */
export function ilRisk(
  symbol: string,
  exposure: Exposure,
  currencies: ReadonlySet<string> | undefined,
): 'yes' | 'no' {
  if (exposure === 'single') return 'no'
  const assets = currencies ?? new Set(symbolTokens(symbol).map(assetOf))
  return assets.size > 1 ? 'yes' : 'no'
}

function assetOf(token: string): string {
  return FORMS.get(token) ?? ASSETS.find((asset) => token.endsWith(asset)) ?? token
}
