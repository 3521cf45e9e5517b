import parts from '../../data/demo-parts.json' with { type: 'json' }
import { bridges, bridgeTransfers } from '../domains/bridges/facts.ts'
import type { Bridge } from '../domains/bridges/read/bridge-directory.ts'
import { chains } from '../domains/registry/public.ts'
import { at } from '../lib/at.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import { toSlug } from '../lib/slug.ts'
import { joinSql, type Sql, sql } from '../lib/sql.ts'
import { DEMO_DAYS, type DemoRange } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { demoAddress, demoChance } from './market/chance.ts'
import { type DemoMarket, pricedAs } from './market/market.ts'
import { blockSecOf, blockSql, priceSql } from './market/market-sql.ts'
import { rowsSql, withTable } from './rows.ts'

const WALLETS = 40_000
const MAX_DURATION_SEC = 1_260
const ROUTE_COLUMNS = sql`bridge Int64, route UInt32, source LowCardinality(String), target LowCardinality(String), sourceToken LowCardinality(String),
  targetToken LowCardinality(String), decimals UInt8, priced String, base Float64, volatility Float64, sourceContract String, targetContract String,
  sourceBlockSec Float64, targetBlockSec Float64`

/** Bridges of the demo world: what goes in on one chain comes out on another some minutes later. */
export const bridgesDemo: DemoPart = {
  name: 'bridges',
  write: async (target) => {
    const { stage, engine, isFirst, range, market } = target
    const listed = listBridges(market)
    if (isFirst)
      await stage.insertRows(
        bridges,
        listed.map(({ chains: _, periodSec: __, sizeUsd: ___, ...row }) => row),
      )
    const routes = { name: 'routes', columns: ROUTE_COLUMNS }
    await withTable(target, routes, listRoutes(market, listed), async (table) => {
      const select = transfersSql(table, range, listed)
      // A range without a crossing adds nothing, and must not make the figures look newer.
      const isShort = range.toSec - range.fromSec <= HOUR_SEC
      const [due] = isShort
        ? await engine.writerQuery<{ rows: number }>(sql`SELECT count() AS rows FROM (${select})`)
        : []
      if (due?.rows !== 0)
        await stage.insertSelect(bridgeTransfers, select, { threads: isShort ? 1 : 2 })
    })
  },
}

/** SQL of both sides of crossings, one in each period of a bridge: all follows from its number. */
function transfersSql(table: Sql, range: DemoRange, listed: readonly DemoBridge[]): Sql {
  const periods = rowsSql(
    sql`bridge Int64, periodSec UInt32, sizeUsd Float64`,
    listed.map(({ id, periodSec, sizeUsd }) => [id, periodSec, sizeUsd]),
  )
  const chance = (salt: number) => sql`(cityHash64(bridge, number, ${salt}) % 1000000 / 1000000)`
  const hex = (bytes: number, ...words: Sql[]) =>
    sql`concat('0x', lower(hex(substring(concat(sipHash128(${joinSql(words)}, 1), sipHash128(${joinSql(words)}, 2)), 1, ${bytes}))))`
  const firstSec = Math.max(0, range.fromSec - MAX_DURATION_SEC)
  const crossings = sql`SELECT bridge, sizeUsd, number, cityHash64(bridge, number) % ${ROUTES} AS route,
      toUInt32(number * periodSec + cityHash64(bridge, number, 1) % periodSec) AS depositSec,
      toUInt32(depositSec + 60 + cityHash64(bridge, number, 2) % ${MAX_DURATION_SEC - 60}) AS withdrawSec,
      ${hex(20, sql`toUInt32(floor(${WALLETS} * pow(${chance(3)}, 3)))`)} AS wallet,
      sizeUsd * exp(4 * (${chance(4)} + ${chance(5)} - 1)) AS wantedUsd, toUInt32(depositSec - depositSec % ${HOUR_SEC}) AS atSec
    FROM (
      SELECT *, arrayJoin(range(toUInt64(intDiv(${firstSec}, periodSec)), toUInt64(intDiv(${range.toSec}, periodSec) + 1))) AS number
      FROM ${periods}
    ) WHERE depositSec >= ${range.firstDaySec}`
  // Both sides are worth what the deposit was, at the price of its hour.
  const sent = sql`SELECT *, ${priceSql(sql`priced`, sql`base`, sql`volatility`)} AS priceUsd, toUInt128(wantedUsd / priceUsd * pow(10, decimals)) AS raw,
      if(priced = '', NULL, toFloat64(raw) / pow(10, decimals) * priceUsd) AS value
    FROM (${crossings}) AS crossing JOIN ${table} AS way USING (bridge, route)`
  const sides = sql`SELECT *, isDeposit, if(isDeposit, source, target) AS chain, if(isDeposit, depositSec, withdrawSec) AS sideSec, if(isDeposit, sourceBlockSec, targetBlockSec) AS blockSec,
      if(isDeposit, wallet, targetContract) AS fromAddress, if(isDeposit, sourceContract, wallet) AS toAddress, if(isDeposit, sourceToken, targetToken) AS token
    FROM (${sent}) ARRAY JOIN [true, false] AS isDeposit`
  return sql`SELECT bridge, chain, ${hex(32, sql`bridge`, sql`number`, sql`isDeposit`)} AS txHash, toInt64(0) AS logIndex, sideSec AS atSec,
      toNullable(${blockSql(sql`blockSec`, sql`sideSec`)}) AS block, fromAddress, toAddress, token, toString(raw) AS amount, value AS valueUsd, isDeposit,
      toNullable(toString(source)) AS sourceChain, NULL AS isUndone
    FROM (${sides}) WHERE token != '' AND sideSec > ${range.fromSec} AND sideSec <= ${range.toSec}`
}

/** A bridge of the demo world, and how often money crosses it. */
export interface DemoBridge extends Bridge {
  chains: string[]
  /** One crossing in each period of this length. */
  periodSec: number
  sizeUsd: number
}

const OTHER_BRIDGES = parts.bridges
const SYMBOLS = ['USDC', 'USDT', 'WETH', 'WBTC', 'DAI']
/** Routes over each bridge. */
export const ROUTES = 40
const UNPRICED_EVERY = 30
/** Both sides of all crossings of two years. */
const TRANSFERS = 502_000
const MAX_CHAINS = 8

/** The bridges among the protocols, and as many others; every fifth is seen on one side only. */
export function listBridges(market: DemoMarket): DemoBridge[] {
  const evm = market.chains.filter((key) => chains.byKey(key)?.chainId !== null)
  const ofProtocols = market.protocols
    .filter(({ category }) => category === 'Bridge')
    .map(({ id, name, chains: used }) => ({
      name,
      serviceId: id,
      used: used.filter((key) => evm.includes(key)),
    }))
  const others = OTHER_BRIDGES.slice(0, Math.ceil(OTHER_BRIDGES.length * market.share)).map(
    (name) => ({ name: `${name} Bridge`, serviceId: null, used: [] as string[] }),
  )
  const all = [...ofProtocols, ...others].map((bridge, rank) => ({
    ...bridge,
    rank,
    weight: 1 / (rank + 1) ** 0.6,
  }))
  const sidesOf = (rank: number) => (isOneSided(rank) ? 1 : 2)
  const crossingsOfWeight =
    TRANSFERS / all.reduce((sum, { weight, rank }) => sum + weight * sidesOf(rank), 0)
  return all.map(({ name, serviceId, used, rank, weight }) => {
    const more = [...evm].sort(
      (a, b) => demoChance('bridge', name, a) - demoChance('bridge', name, b),
    )
    const breadth = isOneSided(rank)
      ? 2
      : Math.min(MAX_CHAINS, 3 + used.length + Math.floor(3 * demoChance('breadth', name)))
    const onChains = [...new Set(['ethereum', ...used, ...more])].slice(0, breadth)
    return {
      id: rank + 1,
      name: toSlug(name.replace(' Bridge', '')),
      displayName: name,
      icon: `icons:${toSlug(name)}`,
      url: `https://${toSlug(name)}.example`,
      slug: null,
      destinationChain: isOneSided(rank) ? at(onChains, 1) : null,
      serviceId,
      chains: onChains,
      periodSec: Math.floor((DEMO_DAYS * DAY_SEC) / (crossingsOfWeight * weight)),
      sizeUsd: 2_000 + 30_000 * demoChance('size', name),
    }
  })
}

function isOneSided(rank: number): boolean {
  return rank % 5 === 4
}

/** Routes from chain to chain with one token; every crossing takes one. */
export function listRoutes(market: DemoMarket, bridges: readonly DemoBridge[]) {
  return bridges.flatMap((bridge) =>
    Array.from({ length: ROUTES }, (_, route) => {
      const chance = (what: string) => demoChance('route', bridge.id, route, what)
      const [source, target] = twoOf(bridge.chains, chance('source'), chance('target'))
      const symbol = at(SYMBOLS, Math.floor(SYMBOLS.length * chance('symbol') ** 1.5))
      const isPriced = route % UNPRICED_EVERY !== UNPRICED_EVERY - 1
      const [there, here] = isPriced
        ? [source, target].map((chain) => market.coinOnChain.get(`${chain} ${symbol}`))
        : []
      const priced = there === undefined ? undefined : pricedAs(market, there)
      const unknown = (chain: string) => `${chain}:${demoAddress('unpriced', bridge.id, chain)}`
      const seenOn = (chain: string, token: string) =>
        bridge.destinationChain === chain ? '' : token
      return {
        bridge: bridge.id,
        route,
        source,
        target,
        // Empty on a side that is not recorded.
        sourceToken: seenOn(source, there?.coin ?? unknown(source)),
        targetToken: seenOn(target, here?.coin ?? unknown(target)),
        decimals: there?.decimals ?? 18,
        // Coin whose price the token takes; empty for a token without a price.
        priced: priced?.coin ?? '',
        // Amounts of a token without a price are made as if it were worth a dollar.
        ...(priced === undefined
          ? { base: 1, volatility: 0 }
          : { base: priced.priceUsd, volatility: priced.volatility }),
        sourceContract: demoAddress('bridge', bridge.id, source),
        targetContract: demoAddress('bridge', bridge.id, target),
        sourceBlockSec: blockSecOf(source),
        targetBlockSec: blockSecOf(target),
      }
    }),
  )
}

/** Two different ones of a list, the first ones more often. */
function twoOf(list: readonly string[], first: number, second: number): [string, string] {
  const source = Math.floor(list.length * first ** 1.5)
  const others = list.filter((_, index) => index !== source)
  return [at(list, source), at(others, Math.floor(others.length * second ** 1.5))]
}
