import demo from '../../../data/demo-stablecoins.json' with { type: 'json' }
import { prices, supplies } from '../../domains/coins/public.ts'
import { tokens } from '../../domains/registry/public.ts'
import {
  fxRates,
  stablecoinBridged,
  stablecoinSupply,
  stablecoins,
} from '../../domains/stablecoins/facts.ts'
import { at } from '../../lib/at.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { type DemoRange, endsStep, NEVER_SEC, timestampsSql } from '../demo-range.ts'
import type { DemoPart, DemoTarget } from '../demo-world.ts'
import type { DemoMarket } from '../market/market.ts'
import { priceSql } from '../market/market-sql.ts'
import { inOrder, rowsSql } from '../rows.ts'
import { type DemoPlace, type DemoStablecoin, listStablecoins } from './stablecoin-list.ts'

const HOURLY_PRICE_DAYS = 30
const HOURLY_SUPPLY_DAYS = 1
const DEPEG_DAY = 530

/** Stablecoins: supply moves over bridges, and all chains together have what was issued. */
export const stablecoinsDemo: DemoPart = {
  name: 'stablecoins',
  write: async (target) => {
    const { isFirst, range, market } = target
    if (!endsStep(range, HOUR_SEC)) return
    const all = listStablecoins(market)
    const madeUp = all.filter(({ isMarketCoin }) => !isMarketCoin)
    if (isFirst) await writeNames(target, all, madeUp)
    await writeSupply(target, all)
    await writePrices(target, madeUp)
    if (!endsStep(range, DAY_SEC)) return
    await writeMarketSupplies(target, madeUp)
    await writeCurrencyRates(target)
  },
}

async function writeNames(
  { stage, range, market }: DemoTarget,
  all: readonly DemoStablecoin[],
  madeUp: readonly DemoStablecoin[],
): Promise<void> {
  await stage.insertRows(
    stablecoins,
    all.map((stablecoin) => toRow(stablecoin, range.firstDaySec, market)),
  )
  await stage.insertRows(
    tokens,
    madeUp.map(({ coin, symbol, name }) => ({ coin, symbol, name })),
  )
}

/** SQL of what circulates of a stablecoin in all; the supply of a coin of the market is constant. */
const ISSUED = sql`supply * if(isMarketCoin, 1, exp(0.25 * sin(6.2832 * atSec / ${400 * DAY_SEC} + phase) + 0.04 * sin(6.2832 * atSec / ${23 * DAY_SEC} + 2 * phase)))`
/** SQL of how a bridged amount swings around its share. */
const SWING = sql`(1 + 0.12 * sin(6.2832 * atSec / ${90 * DAY_SEC} + phase + cityHash64(chain) % 628 / 100) + 0.02 * sin(6.2832 * atSec / ${7 * DAY_SEC} + cityHash64(chain, asset) % 628 / 100))`
/** SQL of the timestamps at which a stablecoin is reported: within its life; some have gaps. */
const IS_REPORTED = sql`atSec >= fromSec AND atSec < toSec AND NOT (fate = 'gaps' AND intDiv(atSec, ${DAY_SEC}) % 19 IN (4, 5, 6))`
/** SQL of an import gone wrong: hardly anything minted, less than went over bridges. */
const SLIPPED = sql`if(fate = 'slip' AND intDiv(atSec, ${DAY_SEC}) % 61 = 7, 0.001, 1)`

const WORLD_COLUMNS = sql`supply Float64, isMarketCoin Bool, phase Float64, fate String, fromSec UInt32, toSec UInt32`
const PLACE_COLUMNS = sql`asset String, chain String, sourceChain String, share Float64, unreleasedShare Float64, ${WORLD_COLUMNS}`

/** The values of `WORLD_COLUMNS`. */
function worldOf(
  { id, supply, isMarketCoin, fate, startDay, endDay }: DemoStablecoin,
  { firstDaySec }: DemoRange,
): (string | number | boolean)[] {
  const toSec = endDay === undefined ? NEVER_SEC : firstDaySec + endDay * DAY_SEC
  const fromSec = firstDaySec + startDay * DAY_SEC
  return [supply, isMarketCoin, Number(id) % 63, fate ?? '', fromSec, toSec]
}

async function writeSupply(
  { stage, range }: DemoTarget,
  all: readonly DemoStablecoin[],
): Promise<void> {
  const timestamps = timestampsSql(range, HOUR_SEC, HOURLY_SUPPLY_DAYS * DAY_SEC)
  const places = inOrder(
    all.flatMap((stablecoin) => stablecoin.places.map((place) => ({ stablecoin, place }))),
    ({ stablecoin, place }) => [stablecoin.id, place.chain],
  )
  const from = (isWanted: (place: DemoPlace) => boolean) => {
    const rows = places
      .filter(({ place }) => isWanted(place))
      .map(({ stablecoin, place: { chain, sourceChain, share, unreleased } }) => [
        stablecoin.id,
        chain,
        sourceChain ?? '',
        share,
        unreleased,
        ...worldOf(stablecoin, range),
      ])
    return sql`FROM ${rowsSql(PLACE_COLUMNS, rows)} AS place CROSS JOIN (${timestamps}) AS timestamp WHERE ${IS_REPORTED}`
  }
  await stage.insertSelect(
    stablecoinSupply,
    sql`SELECT asset, chain, atSec, (${ISSUED} * share + supply * unreleasedShare) * ${SLIPPED} AS minted, supply * unreleasedShare AS unreleased
     ${from(({ sourceChain }) => sourceChain === undefined)}`,
  )
  await stage.insertSelect(
    stablecoinBridged,
    sql`SELECT asset, chain, sourceChain, atSec, ${ISSUED} * share * ${SWING} AS amount ${from(({ sourceChain }) => sourceChain !== undefined)}`,
  )
}

async function writeMarketSupplies(
  { stage, range }: DemoTarget,
  madeUp: readonly DemoStablecoin[],
): Promise<void> {
  const rows = madeUp.map((stablecoin) => [stablecoin.coin, ...worldOf(stablecoin, range)])
  await stage.insertSelect(
    supplies,
    sql`SELECT coin, atSec, ${ISSUED} AS circulating FROM ${rowsSql(sql`coin String, ${WORLD_COLUMNS}`, rows)} AS issued
     CROSS JOIN (${timestampsSql(range, DAY_SEC, HOURLY_PRICE_DAYS * DAY_SEC)}) AS timestamp WHERE ${IS_REPORTED}`,
  )
}

async function writeCurrencyRates({ stage, range }: DemoTarget): Promise<void> {
  const rows = demo.currencies.map(({ code, usd, volatility, carrier }) => [
    code,
    carrier ?? `fx:${code}`,
    usd,
    volatility,
  ])
  // Currencies are not traded on weekends.
  await stage.insertSelect(
    fxRates,
    sql`SELECT currency, atSec, ${priceSql(sql`carrier`, sql`usd`, sql`volatility`)} AS usdPerUnit
     FROM ${rowsSql(sql`currency String, carrier String, usd Float64, volatility Float64`, rows)} AS listed
     CROSS JOIN (${timestampsSql(range, DAY_SEC, DAY_SEC)}) AS timestamp WHERE toDayOfWeek(toDateTime(atSec, 'UTC')) < 6`,
  )
}

/** The price of what a stablecoin is pegged to, a little noise, and for a few a lost peg. */
async function writePrices(
  { stage, range }: DemoTarget,
  madeUp: readonly DemoStablecoin[],
): Promise<void> {
  const rows = madeUp
    .filter(({ fate }) => fate !== 'unpriced')
    .map((stablecoin) => {
      const { coin, endDay } = stablecoin
      const lossDay = endDay === undefined ? DEPEG_DAY : endDay - 20
      const lossSec = range.firstDaySec + lossDay * DAY_SEC
      return [coin, ...pegOf(stablecoin), lossSec, ...worldOf(stablecoin, range)]
    })
  const left = sql`if(fate = 'dead', 0.02, 0.42)`
  const lost = sql`if(fate IN ('depegged', 'dead') AND atSec >= lossSec, ${left} + (1 - ${left}) * exp(-((toFloat64(atSec) - lossSec) / ${3 * DAY_SEC})), 1)`
  const columns = sql`coin String, follows String, base Float64, volatility Float64, lossSec UInt32, ${WORLD_COLUMNS}`
  await stage.insertSelect(
    prices,
    sql`SELECT coin, atSec, ${priceSql(sql`follows`, sql`base`, sql`volatility`)} * ${priceSql(sql`coin`, sql`1`, sql`if(fate = 'algorithmic', 0.012, 0.0015)`)} * ${lost} AS priceUsd,
       toNullable(0.99) AS confidence
     FROM ${rowsSql(columns, rows)} AS market
     CROSS JOIN (${timestampsSql(range, HOUR_SEC, HOURLY_PRICE_DAYS * DAY_SEC)}) AS timestamp WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

/** Whose waves the price of a stablecoin follows, their level and size. */
function pegOf({ coin, peg }: DemoStablecoin): [follows: string, base: number, volatility: number] {
  if (peg === 'VAR') return [coin, 2.8, 0.05]
  const currency = demo.currencies.find(({ code }) => code === peg)
  // The dollar itself is not listed: its rate is 1.
  if (currency === undefined) return [coin, 1, 0]
  return [currency.carrier ?? `fx:${currency.code}`, currency.usd, currency.volatility]
}

function toRow(
  stablecoin: DemoStablecoin,
  firstDaySec: number,
  { coinOnChain }: DemoMarket,
): Record<string, unknown> {
  const { id, name, symbol, peg, mechanism, coin, fate, endDay, isMarketCoin, places } = stablecoin
  const isPriced = fate !== 'unpriced'
  return {
    id,
    name,
    symbol,
    pegType: `pegged${peg === 'BRL' ? 'REAL' : peg}`,
    pegMechanism: mechanism,
    coin: isPriced ? coin : null,
    aggregatorId: isPriced ? coin.slice('aggregator:'.length) : null,
    priceSource: isPriced ? 'aggregator' : null,
    address: coinOnChain.get(`${at(places, 0).chain} ${symbol}`)?.coin ?? null,
    url: 'https://example.org',
    description: isMarketCoin
      ? `${name} as the demo world has it.`
      : `${name} is made up: it exists only in the demo world.`,
    yieldBearing: fate === 'yield',
    delisted: fate === 'delisted',
    deprecated: fate === 'dead',
    deadFromSec: endDay === undefined ? null : firstDaySec + endDay * DAY_SEC,
  }
}
