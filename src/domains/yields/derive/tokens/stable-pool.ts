import { listCurrencies, type StablecoinSymbol } from './stable-token.ts'
import { symbolTokens } from './symbol-tokens.ts'

// What a symbol adds to say that it is a share of a pool; it names no token.
const SHARE_WORDS = new Set(['LP', 'SLP', 'CLP', 'BPT', 'F', 'GAUGE', 'VAMM', 'SAMM'])
// What boosted pools put before the token that they lend out.
const BOOSTED = /\bBB-[A-Z]-/g

/**
 * The currencies of a pool that holds nothing but stablecoins that keep their value (semantics
 * 5.2); `undefined` when any of its tokens is something else.
 */
export function stableCurrencies(
  symbol: string,
  known: ReadonlyMap<string, StablecoinSymbol>,
): ReadonlySet<string> | undefined {
  const tokens = symbolTokens(symbol.toUpperCase().replace(BOOSTED, ''))
    .flatMap((token) => token.split(/[/_ ]+/))
    .filter((token) => token !== '' && !SHARE_WORDS.has(token))
  const each = tokens.map((token) => listCurrencies(token, known))
  if (each.length === 0 || each.includes(undefined)) return undefined
  return new Set(each.flatMap((currencies) => currencies ?? []))
}
