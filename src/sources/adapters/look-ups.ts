import type { Address } from 'viem'
import { emptyRecord } from '../../lib/records.ts'
import type { ChainReader } from '../chain/chain.ts'
import type { KnownPrice } from '../model/price-book.ts'
import { readTokens, type TokenFacts } from '../readers/parts/tokens.ts'
import { readCoinKey } from './coin-key.ts'
import { COIN_ON_CHAIN } from './describe-tokens.ts'

export interface LookedUpPrice extends KnownPrice {
  symbol: string | null
  decimals: number | null
}

/** What modules and SDKs request from a price service, answered from our own facts. */
export interface LookUps {
  /** Prices by coin id at or before a time; coins without one are left out. */
  prices(coins: readonly string[], atSec: number): Promise<ReadonlyMap<string, LookedUpPrice>>
  /** The last block of a chain at or before a time. */
  block(chain: string, atSec: number): Promise<{ height: number; timestampSec: number } | undefined>
}

export interface LookUpSetting {
  lookUps: LookUps
  /** A chain at the block of that time, to ask tokens what they are; without one, none is asked. */
  reader?: (chain: string) => Promise<Pick<ChainReader, 'callMany'> | undefined>
  /** The timestamp that is read: the module's "now". */
  atSec: number
  isChain: (name: string) => boolean
}

/** Answers a request by its path, for any host; undefined when it is not a look-up. */
export async function respondToLookUp(
  method: string,
  url: URL,
  body: string,
  setting: LookUpSetting,
): Promise<unknown> {
  const [first = '', second = '', third = '', ...more] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)
  if (first === 'prices' && second === 'current')
    return listPrices(split([third, ...more].join('/')), setting.atSec, setting)
  if (first === 'prices' && second === 'historical')
    return listPrices(split(more.join('/')), readTime(third, setting), setting)
  if (first === 'prices' && second === '' && method === 'POST') {
    const { coins, timestamp } = JSON.parse(body) as { coins?: string[]; timestamp?: number }
    const atSec = timestamp === undefined ? setting.atSec : readTime(timestamp, setting)
    return listPrices(coins ?? [], atSec, setting)
  }
  if (first === 'block' && third !== '' && more.length === 0) {
    const found = await setting.lookUps.block(second, readTime(third, setting))
    return found === undefined ? undefined : { height: found.height, timestamp: found.timestampSec }
  }
  return undefined
}

function split(list: string): string[] {
  return list.split(',').filter((coin) => coin !== '')
}

/** A module never sees anything after the timestamp that is read. */
function readTime(given: unknown, { atSec }: LookUpSetting): number {
  const time = Math.floor(Number(given))
  if (!Number.isFinite(time)) throw new Error(`${JSON.stringify(given)} is not a Unix time`)
  return Math.min(time, atSec)
}

async function listPrices(
  keys: readonly string[],
  atSec: number,
  { lookUps, isChain, reader }: LookUpSetting,
): Promise<unknown> {
  const asked = keys.map((key) => ({ key, ...readCoinKey(key, isChain) }))
  const found = await lookUps.prices([...new Set(asked.map(({ coin }) => coin))], atSec)
  const unknown = asked.flatMap(({ coin, isDecimal }) =>
    !isDecimal && isUndescribed(found.get(coin)) ? [coin] : [],
  )
  const stated = await readStated(unknown, reader)
  const coins = emptyRecord<unknown>()
  for (const { key, coin, isDecimal } of asked) {
    const price = found.get(coin)
    const decimals = price?.decimals ?? stated.get(coin)?.decimals ?? null
    // Without decimals an amount has no value, and a module would take it for whole tokens.
    if (price === undefined || (!isDecimal && decimals === null)) continue
    coins[key] = {
      // Amounts of an aggregator's coin are whole tokens: no decimals are applied.
      ...(isDecimal ? {} : { decimals }),
      symbol: price.symbol ?? stated.get(coin)?.symbol ?? coin,
      price: price.priceUsd,
      timestamp: price.atSec,
      ...(price.confidence === null ? {} : { confidence: price.confidence }),
    }
  }
  return { coins }
}

function isUndescribed(price: LookedUpPrice | undefined): boolean {
  return price !== undefined && (price.decimals === null || price.symbol === null)
}

/** What token contracts say of themselves, by coin. */
async function readStated(
  coins: readonly string[],
  reader: LookUpSetting['reader'],
): Promise<Map<string, TokenFacts>> {
  const stated = new Map<string, TokenFacts>()
  const onChains = coins.flatMap((coin) => {
    const { chain, address } = COIN_ON_CHAIN.exec(coin)?.groups ?? {}
    return chain === undefined ? [] : [{ chain, address: address as Address }]
  })
  for (const [chain, own] of Map.groupBy(onChains, (one) => one.chain)) {
    const client = await reader?.(chain)
    if (client === undefined) continue
    const addresses = [...new Set(own.map(({ address }) => address))]
    for (const token of await readTokens(client, addresses))
      stated.set(`${chain}:${token.address}`, token)
  }
  return stated
}
