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

/**
 * Whether a pool is meant by one of the symbols that someone asks for, in upper case: the whole
 * symbol, or one of its tokens.
 */
export function matchesSymbol(symbol: string, wanted: ReadonlySet<string>): boolean {
  return wanted.has(symbol.toUpperCase()) || symbolTokens(symbol).some((token) => wanted.has(token))
}

export type Exposure = 'single' | 'multi'

/**
 * How many tokens a holder is exposed to (yields.md#samples): what the source says, else several
 * when the symbol has a dash.
 */
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

/**
 * Whether a holder can lose by the tokens moving apart (yields.md#samples): not with one token,
 * with stablecoins of one currency, or with one asset in several forms.
 */
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
