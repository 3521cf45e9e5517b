import { symbolTokens } from './symbol-tokens.ts'

/**
 * Whether a pool is meant by one of the symbols that someone asks for, in upper case: the whole
 * symbol, or one of its tokens.
 */
export function matchesSymbol(symbol: string, wanted: ReadonlySet<string>): boolean {
  return wanted.has(symbol.toUpperCase()) || symbolTokens(symbol).some((token) => wanted.has(token))
}
