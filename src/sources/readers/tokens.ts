import { type Address, hexToString, parseAbiItem } from 'viem'
import type { Answer, Call, ChainReader } from '../chain/chain.ts'
import type { SeenToken } from '../model/observations.ts'
import type { InstanceHead } from '../model/reader-kind.ts'

/**
 * What a token says of itself. One that says nothing has a symbol made of its address, and no
 * decimals: it cannot be priced.
 */
export interface TokenFacts {
  address: Address
  symbol: string
  decimals: number | null
}

/** The address that stands for a chain's own coin in coin ids. */
export const NATIVE_ADDRESS: Address = '0x0000000000000000000000000000000000000000'
const NATIVE_DECIMALS = 18
// Ten to this power is the largest that fits into a word of the chain.
const MOST_DECIMALS = 77
const LONGEST_SYMBOL = 60

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

/** The questions to all tokens, so that they can be asked together with others in one trip. */
export function tokenCalls(addresses: readonly Address[]): Call[] {
  return addresses.flatMap((target) =>
    [SYMBOL, SHORT_SYMBOL, DECIMALS].map((abi) => ({ target, abi })),
  )
}

/** Reads the answers to `tokenCalls`. */
export function tokensFrom(
  addresses: readonly Address[],
  answers: readonly Answer[],
): TokenFacts[] {
  return addresses.map((address, index) => {
    const [symbol, shortSymbol, decimals] = answers.slice(3 * index, 3 * index + 3)
    const known = decimals?.ok === true ? (decimals.value as bigint) : -1n
    return {
      address: lower(address),
      symbol:
        textOf(symbol) ||
        bytesOf(shortSymbol) ||
        `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase(),
      decimals: known >= 0n && known <= MOST_DECIMALS ? Number(known) : null,
    }
  })
}

export async function readTokens(
  chain: ChainReader,
  addresses: readonly Address[],
): Promise<TokenFacts[]> {
  if (addresses.length === 0) return []
  return tokensFrom(addresses, await chain.callMany(tokenCalls(addresses)))
}

export function seenTokens(chain: string, tokens: readonly TokenFacts[]): SeenToken[] {
  return tokens.map(({ address, symbol, decimals }) => ({
    coin: coinOf(chain, address),
    symbol,
    decimals,
  }))
}

/** The chain's own coin, where the instance knows what it is called. */
export function seenNative({ chain, native }: InstanceHead): SeenToken[] {
  if (native === undefined) return []
  const redirect = native.redirect === null ? {} : { redirect: native.redirect }
  return [
    {
      coin: coinOf(chain, NATIVE_ADDRESS),
      symbol: native.symbol,
      decimals: NATIVE_DECIMALS,
      ...redirect,
    },
  ]
}

/** The number an answer holds; a contract that did not answer has none. */
export function amountOf(answer: Answer | undefined): bigint | undefined {
  return answer?.ok === true && typeof answer.value === 'bigint' ? answer.value : undefined
}

/** The address an answer holds, in lower case. */
export function addressOf(answer: Answer | undefined): Address | undefined {
  return answer?.ok === true && typeof answer.value === 'string' ? lower(answer.value) : undefined
}

function textOf(answer: Answer | undefined): string {
  return answer?.ok === true ? clean(String(answer.value)) : ''
}

function bytesOf(answer: Answer | undefined): string {
  return answer?.ok === true ? clean(hexToString(answer.value as `0x${string}`)) : ''
}

/** Anyone can write a token: its name goes through no further than its printed characters. */
function clean(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SYMBOL)
}
