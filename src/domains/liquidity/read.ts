import type { StateDefinition } from '../../cache/states.ts'
import type { SqlParams } from '../../store/engine.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { tokens } from '../registry/public.ts'
import type { PoolSample } from './derive/liquidity-days.ts'
import type { NewestSample } from './derive/most-liquid.ts'
import { type CoinNames, type LiquidCoin, nameCoins } from './derive/token-coins.ts'
import { liquidity } from './facts.ts'

/**
 * What the coins that have liquidity are called: few of all coins, so that a name is found without
 * looking at the others.
 */
export const coinNamesState: StateDefinition<CoinNames> = {
  name: 'liquidity.coinNames',
  reads: [liquidity, tokens],
  build: async (snapshot) => {
    const liquid = `SELECT DISTINCT token ${snapshot.versions(liquidity)}`
    const { token } = await snapshot.columns<{ token: string[] }>(liquid)
    return nameCoins(
      withDescriptions(
        token.map(undescribed),
        await readDescriptions(snapshot, `coin IN (${liquid})`),
      ),
    )
  },
  update: async ({ byCoin }, snapshot, sinceRun) => {
    const touched = await snapshot.columns<{ token: string[] }>(
      `SELECT DISTINCT token ${snapshot.versions(liquidity, 'run > {sinceRun:UInt32}')}`,
      { sinceRun },
    )
    const added = touched.token.filter((coin) => !byCoin.has(coin))
    const known = [...byCoin.values(), ...added.map(undescribed)]
    const renamed = await readDescriptions(snapshot, 'run > {sinceRun:UInt32}', { sinceRun })
    const described =
      added.length === 0
        ? []
        : await readDescriptions(snapshot, 'coin IN {added:Array(String)}', { added })
    return nameCoins(withDescriptions(known, [...renamed, ...described]))
  },
}

function undescribed(coin: string): LiquidCoin {
  return { coin, symbol: null, name: null, priced: coin }
}

/** The same coins, in order, each as the last of the descriptions has it. */
function withDescriptions(
  coins: readonly LiquidCoin[],
  descriptions: readonly LiquidCoin[],
): LiquidCoin[] {
  const byCoin = new Map(descriptions.map((described) => [described.coin, described]))
  return coins
    .map((known) => byCoin.get(known.coin) ?? known)
    .sort((a, b) => (a.coin < b.coin ? -1 : 1))
}

function readDescriptions(
  snapshot: Snapshot,
  where: string,
  params: SqlParams = {},
): Promise<LiquidCoin[]> {
  return snapshot.query<LiquidCoin>(
    `SELECT coin, symbol, name, ifNull(redirect, coin) AS priced FROM ${snapshot.current(tokens, where)}`,
    params,
  )
}

interface PoolColumns extends Record<string, unknown[]> {
  token: string[]
  pool: string[]
  timesSec: number[][]
  amounts: (number | null)[][]
  usds: number[][]
  volumes: (number | null)[][]
  depths1: (number | null)[][]
  depths2: (number | null)[][]
}

/**
 * Every sample of some coins, each pool's in order of time. A pool is a row of lists, because most
 * of the work is in carrying rows over.
 */
export async function readSamples(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<PoolSample[]> {
  // A list leaves out what is missing, so that has to be a number; as JSON it is missing again.
  const list = (column: string) => `groupArray(ifNull(${column}, nan))`
  const columns = await snapshot.columns<PoolColumns>(
    `SELECT token, pool, groupArray(atSec) AS timesSec, ${list('liquidityTokens')} AS amounts, groupArray(liquidityUsd) AS usds,
       ${list('volumeUsd')} AS volumes, ${list('depth1PctUsd')} AS depths1, ${list('depth2PctUsd')} AS depths2
     FROM ${snapshot.current(liquidity, 'token IN {coins:Array(String)}')} GROUP BY token, pool ORDER BY token, pool`,
    { coins },
  )
  return columns.pool.flatMap((pool, row) => {
    const coin = columns.token[row] ?? ''
    const poolOnChain = `${coin.split(':')[0]} ${pool}`
    const samples = (columns.timesSec[row] ?? []).map((atSec, index) => ({
      coin,
      pool: poolOnChain,
      atSec,
      tokens: columns.amounts[row]?.[index] ?? null,
      usd: columns.usds[row]?.[index] ?? 0,
      volumeUsd: columns.volumes[row]?.[index] ?? null,
      depth1PctUsd: columns.depths1[row]?.[index] ?? null,
      depth2PctUsd: columns.depths2[row]?.[index] ?? null,
    }))
    return samples.sort((a, b) => a.atSec - b.atSec)
  })
}

/** The newest sample of every pool of some coins. */
export function readNewest(snapshot: Snapshot, coins: readonly string[]): Promise<NewestSample[]> {
  return snapshot.query<NewestSample>(
    `SELECT token AS coin, max(time) AS atSec, argMax(liquidityUsd, time) AS usd
     FROM (SELECT token, pool, atSec AS time, liquidityUsd FROM ${snapshot.current(liquidity, 'token IN {coins:Array(String)}')})
     GROUP BY token, pool ORDER BY token, pool`,
    { coins },
  )
}
