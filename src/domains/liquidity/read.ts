import { amongKeys } from '../../cache/among-keys.ts'
import { derivedState, keyedState } from '../../cache/state.ts'
import { eachRow } from '../../lib/each-row.ts'
import { sql } from '../../lib/sql.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { tokens } from '../registry/public.ts'
import type { PoolSample } from './derive/liquidity-days.ts'
import { type LiquidCoin, type NewestSample, nameCoins } from './derive/token-coins.ts'
import { liquidity } from './facts.ts'

/** Coins that have liquidity. */
const liquidCoinsState = keyedState<string, true>({
  name: 'liquidity.coins',
  reads: [liquidity],
  key: sql`token`,
  load: async (snapshot, keys) => {
    const where = amongKeys(sql`token`, keys)
    const { token } = await snapshot.columns<{ token: string[] }>(
      sql`SELECT DISTINCT token ${snapshot.versions(liquidity, where)}`,
      { keys },
    )
    return token.map((coin): [string, true] => [coin, true])
  },
})

const wantedCoinsState = derivedState({
  name: 'liquidity.wantedCoins',
  from: [liquidCoinsState],
  make: (coins): ReadonlySet<string> => new Set(coins.keys()),
})

/** Descriptions of these coins, as far as tokens have them: few of all tokens. */
const describedCoinsState = keyedState<string, LiquidCoin>({
  name: 'liquidity.describedCoins',
  reads: [tokens],
  key: sql`coin`,
  among: wantedCoinsState,
  load: async (snapshot, keys) => {
    const rows = await snapshot.query<LiquidCoin>(
      sql`SELECT coin, symbol, name, ifNull(redirect, coin) AS priced
       FROM ${snapshot.current(tokens, sql`coin IN {keys:Array(String)}`)}`,
      { keys },
    )
    return rows.map((row): [string, LiquidCoin] => [row.coin, row])
  },
})

/** What the coins that have liquidity are called. */
export const coinNamesState = derivedState({
  name: 'liquidity.coinNames',
  from: [liquidCoinsState, describedCoinsState],
  make: (coins, described) =>
    nameCoins(
      [...coins.keys()].map(
        (coin) => described.get(coin) ?? { coin, symbol: null, name: null, priced: coin },
      ),
    ),
})

type Known = number | null
type SampleTuple = [number, number, tokens: Known, volume: Known, depth1: Known, depth2: Known]

/** Samples of some coins in order of time, a row per pool: most work is in carrying rows over. */
export async function readSamples(
  snapshot: Snapshot,
  coins: readonly string[],
): Promise<PoolSample[]> {
  const columns = await snapshot.columns<{
    token: string[]
    pool: string[]
    samples: SampleTuple[][]
  }>(
    sql`SELECT token, pool, arraySort(groupArray((atSec, liquidityUsd, liquidityTokens, volumeUsd, depth1PctUsd, depth2PctUsd))) AS samples
     FROM ${snapshot.current(liquidity, sql`token IN {coins:Array(String)}`)} GROUP BY token, pool ORDER BY token, pool`,
    { coins },
  )
  return [...eachRow(columns)].flatMap(({ token: coin, pool, samples }) => {
    const poolOnChain = `${coin.split(':')[0]} ${pool}`
    return samples.map(([atSec, usd, tokens, volumeUsd, depth1PctUsd, depth2PctUsd]) => {
      const figures = { tokens, usd, volumeUsd, depth1PctUsd, depth2PctUsd }
      return { coin, pool: poolOnChain, atSec, ...figures }
    })
  })
}

/** The newest sample of every pool of some coins. */
export function readNewest(snapshot: Snapshot, coins: readonly string[]): Promise<NewestSample[]> {
  return snapshot.query<NewestSample>(
    sql`SELECT token AS coin, max(time) AS atSec, argMax(liquidityUsd, time) AS usd
     FROM (SELECT token, pool, atSec AS time, liquidityUsd FROM ${snapshot.current(liquidity, sql`token IN {coins:Array(String)}`)})
     GROUP BY token, pool ORDER BY token, pool`,
    { coins },
  )
}
