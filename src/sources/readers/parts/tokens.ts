import { type Address, hexToString, parseAbiItem } from 'viem'
import { at } from '../../../lib/at.ts'
import type { Call, CallResult, ChainReader } from '../../chain/chain.ts'
import type { SeenToken } from '../../model/observations.ts'
import type { NativeCoin } from '../../model/reader-kind.ts'

/** What a token states. Without a response its symbol is made of its address, its decimals null. */
export interface TokenFacts {
  address: Address
  symbol: string
  decimals: number | null
  /** All there is of it, in its smallest units; null where the contract does not say. */
  supply: bigint | null
}

/** The address that stands for a chain's own coin in coin ids. */
export const NATIVE_ADDRESS: Address = '0x0000000000000000000000000000000000000000'
const NATIVE_DECIMALS = 18
// Ten to this power is the largest that fits into a word of the chain.
const MAX_DECIMALS = 77
const MAX_SYMBOL_LENGTH = 60

const SYMBOL = parseAbiItem('function symbol() view returns (string)')
// Some early tokens answer with 32 bytes in place of a text.
const SHORT_SYMBOL = parseAbiItem('function symbol() view returns (bytes32)')
const DECIMALS = parseAbiItem('function decimals() view returns (uint256)')
export const BALANCE_OF = parseAbiItem('function balanceOf(address) view returns (uint256)')
export const TOTAL_SUPPLY = parseAbiItem('function totalSupply() view returns (uint256)')

export function lower(address: string): Address {
  return address.toLowerCase() as Address
}

export function coinOf(chain: string, address: string): string {
  return `${chain}:${lower(address)}`
}

/** The calls to all tokens, to be made together with others in one round trip. */
export function tokenCalls(addresses: readonly Address[]): Call[] {
  return addresses.flatMap((target) =>
    [SYMBOL, SHORT_SYMBOL, DECIMALS, TOTAL_SUPPLY].map((abi) => ({ target, abi })),
  )
}

const CALLS_PER_TOKEN = 4

/** Reads the responses to `tokenCalls`. */
export function tokensFrom(
  addresses: readonly Address[],
  results: readonly CallResult[],
): TokenFacts[] {
  return addresses.map((address, index) => {
    const result = (call: number) => at(results, CALLS_PER_TOKEN * index + call)
    const known = amountOf(result(2)) ?? -1n
    return {
      address: lower(address),
      symbol:
        textOf(result(0)) ||
        bytesOf(result(1)) ||
        `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase(),
      decimals: known >= 0n && known <= MAX_DECIMALS ? Number(known) : null,
      supply: amountOf(result(3)) ?? null,
    }
  })
}

export async function readTokens(
  chain: Pick<ChainReader, 'callMany'>,
  addresses: readonly Address[],
): Promise<TokenFacts[]> {
  if (addresses.length === 0) return []
  return tokensFrom(addresses, await chain.callMany(tokenCalls(addresses)))
}

export function seenTokens(chain: string, tokens: readonly TokenFacts[]): SeenToken[] {
  return tokens.map(({ address, symbol, decimals, supply }) => ({
    coin: coinOf(chain, address),
    symbol,
    decimals,
    ...(decimals === null || supply === null
      ? {}
      : { supplyTokens: Number(`${supply}e-${decimals}`) }),
  }))
}

/** The chain's own coin, where the instance knows what it is called. */
export function seenNative(of: { chain: string; native?: NativeCoin | undefined }): SeenToken[] {
  if (of.native === undefined) return []
  const { symbol, redirect } = of.native
  const token = { coin: coinOf(of.chain, NATIVE_ADDRESS), symbol, decimals: NATIVE_DECIMALS }
  return [redirect === null ? token : { ...token, redirect }]
}

/** The number a response holds; undefined when the contract did not answer. */
export function amountOf(result: CallResult): bigint | undefined {
  return result.ok && typeof result.value === 'bigint' ? result.value : undefined
}

/** The address a response holds, in lower case. */
export function addressOf(result: CallResult): Address | undefined {
  return result.ok && typeof result.value === 'string' ? lower(result.value) : undefined
}

function textOf(result: CallResult): string {
  return result.ok ? clean(String(result.value)) : ''
}

function bytesOf(result: CallResult): string {
  return result.ok ? clean(hexToString(result.value as `0x${string}`)) : ''
}

/** Anyone can deploy a token, so only printable characters of its symbol are used. */
function clean(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SYMBOL_LENGTH)
}
