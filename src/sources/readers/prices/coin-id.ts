import Type from 'typebox'

/** A coin as settings name it. */
export const coinId = Type.String({
  pattern: '^[^\\s:]+:\\S+$',
  maxLength: 300,
  description: 'a coin id: <key of the chain>:<address>, or <source>:<id> for coins of no chain',
})

/** The one spelling of a coin id, shared by all readers: EVM addresses are in lower case. */
export function spelledCoin(coin: string): string {
  return /:0x[0-9a-fA-F]{40}$/.test(coin) ? coin.toLowerCase() : coin
}
