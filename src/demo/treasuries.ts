import parts from '../../data/demo-parts.json' with { type: 'json' }
import {
  OWN_TOKENS,
  TREASURY_SUFFIX,
  treasuries,
  treasuryHoldings,
} from '../domains/treasuries/facts.ts'
import { PLAIN } from '../domains/tvl/public.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import { toSlug } from '../lib/slug.ts'
import { type Sql, sql } from '../lib/sql.ts'
import { endsStep, NEVER_SEC, timestampsSql } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { demoChance } from './market/chance.ts'
import type { DemoCoin, DemoMarket } from './market/market.ts'
import { waveSql } from './market/market-sql.ts'
import { type DemoProtocol, lifeOf } from './market/protocols.ts'
import { withTable } from './rows.ts'
import { holdingsSql, writeRecords } from './tvl/index.ts'
import { POSITION_COLUMNS, type Position, positionOf } from './tvl/positions.ts'

const HOLDINGS_HOURLY_DAYS = 2

const phase = (of: Sql) => sql`(cityHash64(${of}) % 628) / 100`
/** SQL of how the holdings of one holder grow and shrink at `atSec`, around 1. */
const SAVED = sql`exp(${waveSql(230, 0.18, phase(sql`protocol`))} + ${waveSql(2, 0.004, phase(sql`protocol, 1`))})`

/** Treasuries and entities of the demo world: amounts, and their value as TVL records. */
export const treasuriesDemo: DemoPart = {
  name: 'treasuries',
  write: async (target) => {
    const { stage, isFirst, range, market } = target
    if (isFirst) await stage.insertRows(treasuries, listTreasuries(market))
    if (!endsStep(range, HOUR_SEC)) return
    const shape = { name: 'treasuries', columns: POSITION_COLUMNS }
    await withTable(target, shape, listHoldings(market, range.firstDaySec), async (table) => {
      const recent = timestampsSql(range, HOUR_SEC, HOLDINGS_HOURLY_DAYS * DAY_SEC)
      await stage.insertSelect(
        treasuryHoldings,
        sql`SELECT protocol AS holder, chain, token, atSec, amount FROM (${holdingsSql(table, recent, SAVED)})
         ARRAY JOIN times AS atSec, held AS amount WHERE atSec >= fromSec AND atSec < toSec`,
      )
      await writeRecords(target, table, SAVED)
    })
  },
}

function listTreasuries(market: DemoMarket): Record<string, unknown>[] {
  const ofProtocols = withTreasury(market.protocols).map(({ id, name }) => ({
    id: `${id}${TREASURY_SUFFIX}`,
    protocol: id,
    module: `treasury/${toSlug(name)}.js`,
    ownTokens: [],
  }))
  const ofEntities = DEMO_ENTITIES.map(({ name, category }, index) => ({
    id: `entity-${index + 1}`,
    name,
    category,
    url: 'https://example.org',
    description: `${name} is made up: it exists only in the demo world.`,
    module: `entities/${toSlug(name)}.js`,
    ownTokens: [],
  }))
  return [...ofProtocols, ...ofEntities]
}

const TREASURY_EVERY = 4

/** Entities of the demo world, and about how much they hold. */
export const DEMO_ENTITIES = parts.entities

interface Holder {
  id: string
  /** The coin it issued. */
  own: string | undefined
  fromSec: number
  toSec: number
}

export function withTreasury(protocols: readonly DemoProtocol[]): DemoProtocol[] {
  return protocols.filter((_, index) => index % TREASURY_EVERY === 0)
}

/** What all treasuries and entities hold. */
export function listHoldings(market: DemoMarket, firstDaySec: number): Position[] {
  const protocols = withTreasury(market.protocols)
  return [
    ...protocols.flatMap((protocol) => treasuryOf(protocol, market, firstDaySec)),
    ...DEMO_ENTITIES.flatMap(({ usd }, index) =>
      entityHoldings({ id: `entity-${index + 1}`, usd }, protocols, market, firstDaySec),
    ),
  ]
}

function treasuryOf(protocol: DemoProtocol, market: DemoMarket, firstDaySec: number): Position[] {
  const usdOf = (what: string) =>
    protocol.sizeUsd *
    (0.004 + 0.05 * demoChance('treasury', protocol.id)) *
    demoChance('treasury', protocol.id, what)
  const holder = {
    id: `${protocol.id}${TREASURY_SUFFIX}`,
    own: protocol.tokenCoin,
    ...lifeOf(protocol, firstDaySec),
  }
  const baskets = protocol.chains.slice(0, 2).flatMap((chain, rank) =>
    ['USDC', 'USDT', 'WETH', 'WBTC', 'LINK'].map((symbol) => ({
      chain,
      symbol,
      usd: usdOf(`${symbol} ${rank}`) / (2 + 3 * rank),
    })),
  )
  const own = market.coinById.get(protocol.tokenCoin)
  return [
    ...hold(market, holder, 'ethereum', own, 2 * usdOf('own')),
    ...baskets.flatMap(({ chain, symbol, usd }) =>
      hold(market, holder, chain, market.coinOnChain.get(`${chain} ${symbol}`), usd),
    ),
  ]
}

/** An entity holds large coins and the tokens of some protocols. */
function entityHoldings(
  { id, usd }: { id: string; usd: number },
  protocols: readonly DemoProtocol[],
  market: DemoMarket,
  firstDaySec: number,
): Position[] {
  const holder = { id, own: undefined, fromSec: firstDaySec, toSec: NEVER_SEC }
  const ventures = protocols.filter(
    (protocol) => protocol.startDay === 0 && demoChance('venture', id, protocol.id) < 0.06,
  )
  const held = [
    ...['WBTC', 'WETH', 'USDC', 'STETH', 'LINK'].map((symbol) =>
      market.coinOnChain.get(`ethereum ${symbol}`),
    ),
    ...ventures.map(({ tokenCoin }) => market.coinById.get(tokenCoin)),
  ]
  return held.flatMap((token, rank) =>
    hold(market, holder, 'ethereum', token, (usd * demoChance('held', id, rank)) / (rank + 2)),
  )
}

function hold(
  market: DemoMarket,
  { id, own, fromSec, toSec }: Holder,
  chain: string,
  token: DemoCoin | undefined,
  usd: number,
): Position[] {
  if (token === undefined) return []
  const section = token.coin === own ? OWN_TOKENS : PLAIN
  return [positionOf(market, { protocol: id, chain, section, fromSec, toSec }, token, usd)]
}
