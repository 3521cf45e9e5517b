import type { Exposure } from './exposure.ts'
import { symbolTokens } from './symbol-tokens.ts'

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
 * Whether a holder can lose by the tokens moving apart (semantics 5.2): not with one token, with
 * stablecoins of one currency, or with one asset in several forms.
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
