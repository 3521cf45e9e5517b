import demo from '../../../data/demo-stablecoins.json' with { type: 'json' }
import { prices, supplies } from '../../domains/coins/public.ts'
import { tokens } from '../../domains/registry/public.ts'
import {
  fxRates,
  stablecoinBridged,
  stablecoinSupply,
  stablecoins,
} from '../../domains/stablecoins/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { Stage } from '../../runs/stage.ts'
import type { DemoPart, DemoRange } from '../demo-world.ts'
import { demoCast } from '../market/market.ts'
import { demoPriceSql } from '../market/price-sql.ts'
import { demoMoments } from '../market/wave-sql.ts'
import { type DemoPlace, type DemoStablecoin, demoStablecoins } from './stablecoin-list.ts'

const HOURLY_PRICE_DAYS = 30
const HOURLY_SUPPLY_DAYS = 1
const DEPEG_DAY = 530
const END_OF_TIME_SEC = 4_102_444_800

/**
 * Stablecoins of the demo world: supply moves between chains over bridges, and all chains together
 * have what was issued.
 */
export const stablecoinsDemo: DemoPart = {
  describe: async (stage, { firstDaySec }) => {
    const all = demoStablecoins()
    const contracts = new Map(
      demoCast().coins.map(({ coin, symbol }) => [`${coin.split(':')[0]} ${symbol}`, coin]),
    )
    await stage.insertRows(
      stablecoins,
      all.map((stablecoin) => toRow(stablecoin, firstDaySec, contracts)),
    )
    await stage.insertRows(
      tokens,
      all
        .filter(isMadeUp)
        .map(({ coin, symbol, name }) => ({ coin, symbol, name, decimals: null, redirect: null })),
    )
  },
  generate: async (stage, range) => {
    // Measured by the hour: a stretch within one hour adds nothing, and must not make the figures
    // look newer.
    if (Math.floor(range.toSec / HOUR_SEC) === Math.floor(range.fromSec / HOUR_SEC)) return
    const all = demoStablecoins()
    await generateSupply(stage, range, all)
    await generatePrices(stage, range, all.filter(isMadeUp))
    if (Math.floor(range.toSec / DAY_SEC) === Math.floor(range.fromSec / DAY_SEC)) return
    await generateMarketSupplies(stage, range, all.filter(isMadeUp))
    const list = demo.currencies.map(
      ({ code, usd, volatility, carrier }) =>
        `('${code}', '${carrier ?? `fx:${code}`}', ${usd}, ${volatility})`,
    )
    // Currencies are not traded on weekends.
    await stage.insertSelect(
      fxRates,
      `SELECT currency, atSec, ${demoPriceSql('carrier', 'usd', 'volatility')} AS usdPerUnit
       FROM values('currency String, carrier String, usd Float64, volatility Float64', ${list.join(', ')}) AS listed
       CROSS JOIN (${demoMoments(range, DAY_SEC, DAY_SEC)}) AS moment WHERE toDayOfWeek(toDateTime(atSec, 'UTC')) < 6`,
    )
  },
}

function isMadeUp({ isMarketCoin }: DemoStablecoin): boolean {
  return !isMarketCoin
}

/**
 * SQL of what circulates of a stablecoin in all; the supply of a coin of the market stands still,
 * as it does there.
 */
const ISSUED = `supply * if(isMarketCoin, 1, exp(0.25 * sin(6.2832 * atSec / ${400 * DAY_SEC} + phase) + 0.04 * sin(6.2832 * atSec / ${23 * DAY_SEC} + 2 * phase)))`
/** SQL of how a bridged amount swings around its share. */
const FLOW = `(1 + 0.12 * sin(6.2832 * atSec / ${90 * DAY_SEC} + phase + cityHash64(chain) % 628 / 100) + 0.02 * sin(6.2832 * atSec / ${7 * DAY_SEC} + cityHash64(chain, asset) % 628 / 100))`
/**
 * SQL of the moments at which a stablecoin is reported: not before its start nor after its end, and
 * some have gaps.
 */
const IS_REPORTED = `atSec >= fromSec AND atSec < toSec AND NOT (fate = 'gaps' AND intDiv(atSec, ${DAY_SEC}) % 19 IN (4, 5, 6))`
/** SQL of an import gone wrong: hardly anything minted, less than went over bridges. */
const SLIPPED = `if(fate = 'slip' AND intDiv(atSec, ${DAY_SEC}) % 61 = 7, 0.001, 1)`

const WORLD_COLUMNS =
  'supply Float64, isMarketCoin Bool, phase Float64, fate String, fromSec UInt32, toSec UInt32'
const PLACE_COLUMNS = `asset String, chain String, sourceChain String, share Float64, unreleasedShare Float64, ${WORLD_COLUMNS}`

async function generateSupply(
  stage: Stage,
  range: DemoRange,
  all: readonly DemoStablecoin[],
): Promise<void> {
  const moments = demoMoments(range, HOUR_SEC, HOURLY_SUPPLY_DAYS * DAY_SEC)
  const from = (isWanted: (place: DemoPlace) => boolean) => {
    const list = all.flatMap((stablecoin) =>
      stablecoin.places.filter(isWanted).map((place) => placeSql(stablecoin, place, range)),
    )
    return `FROM values('${PLACE_COLUMNS}', ${list.join(', ')}) AS place CROSS JOIN (${moments}) AS moment WHERE ${IS_REPORTED}`
  }
  await stage.insertSelect(
    stablecoinSupply,
    `SELECT asset, chain, atSec, (${ISSUED} * share + supply * unreleasedShare) * ${SLIPPED} AS minted, supply * unreleasedShare AS unreleased
     ${from(({ sourceChain }) => sourceChain === undefined)}`,
  )
  await stage.insertSelect(
    stablecoinBridged,
    `SELECT asset, chain, sourceChain, atSec, ${ISSUED} * share * ${FLOW} AS amount ${from(({ sourceChain }) => sourceChain !== undefined)}`,
  )
}

async function generateMarketSupplies(
  stage: Stage,
  range: DemoRange,
  all: readonly DemoStablecoin[],
): Promise<void> {
  const issued = all.map((stablecoin) => `('${stablecoin.coin}', ${worldSql(stablecoin, range)})`)
  await stage.insertSelect(
    supplies,
    `SELECT coin, atSec, ${ISSUED} AS circulating FROM values('coin String, ${WORLD_COLUMNS}', ${issued.join(', ')}) AS issued
     CROSS JOIN (${demoMoments(range, DAY_SEC, HOURLY_PRICE_DAYS * DAY_SEC)}) AS moment WHERE ${IS_REPORTED}`,
  )
}

function placeSql(
  stablecoin: DemoStablecoin,
  { chain, sourceChain, share, unreleased }: DemoPlace,
  range: DemoRange,
): string {
  return `('${stablecoin.id}', '${chain}', '${sourceChain ?? ''}', ${share}, ${unreleased}, ${worldSql(stablecoin, range)})`
}

function worldSql(
  { id, supply, isMarketCoin, fate, startDay, endDay }: DemoStablecoin,
  { firstDaySec }: DemoRange,
): string {
  const toSec = endDay === undefined ? END_OF_TIME_SEC : firstDaySec + endDay * DAY_SEC
  return `${supply}, ${isMarketCoin}, ${Number(id) % 63}, '${fate ?? ''}', ${firstDaySec + startDay * DAY_SEC}, ${toSec}`
}

/**
 * The price of what a stablecoin is pegged to, a little noise, and for a few the loss of the peg.
 */
async function generatePrices(
  stage: Stage,
  range: DemoRange,
  all: readonly DemoStablecoin[],
): Promise<void> {
  const rows = all
    .filter(({ fate }) => fate !== 'unpriced')
    .map((stablecoin) => {
      const currency = demo.currencies.find(({ code }) => code === stablecoin.peg)
      const follows =
        currency === undefined ? stablecoin.coin : (currency.carrier ?? `fx:${currency.code}`)
      const base = stablecoin.peg === 'VAR' ? 2.8 : (currency?.usd ?? 1)
      const volatility = stablecoin.peg === 'VAR' ? 0.05 : (currency?.volatility ?? 0)
      const lossSec =
        range.firstDaySec +
        (stablecoin.endDay === undefined ? DEPEG_DAY : stablecoin.endDay - 20) * DAY_SEC
      return `('${stablecoin.coin}', '${follows}', ${base}, ${volatility}, ${lossSec}, ${worldSql(stablecoin, range)})`
    })
  const left = "if(fate = 'dead', 0.02, 0.42)"
  const lost = `if(fate IN ('depegged', 'dead') AND atSec >= lossSec, ${left} + (1 - ${left}) * exp(-((toFloat64(atSec) - lossSec) / ${3 * DAY_SEC})), 1)`
  await stage.insertSelect(
    prices,
    `SELECT coin, atSec, ${demoPriceSql('follows', 'base', 'volatility')} * ${demoPriceSql('coin', '1', "if(fate = 'algorithmic', 0.012, 0.0015)")} * ${lost} AS priceUsd,
       toNullable(0.99) AS confidence
     FROM values('coin String, follows String, base Float64, volatility Float64, lossSec UInt32, ${WORLD_COLUMNS}', ${rows.join(', ')}) AS market
     CROSS JOIN (${demoMoments(range, HOUR_SEC, HOURLY_PRICE_DAYS * DAY_SEC)}) AS moment WHERE atSec >= fromSec AND atSec < toSec`,
  )
}

function toRow(
  stablecoin: DemoStablecoin,
  firstDaySec: number,
  contracts: ReadonlyMap<string, string>,
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
    rankingSiteId: null,
    priceSource: isPriced ? 'aggregator' : null,
    address: contracts.get(`${places[0]?.chain} ${symbol}`) ?? null,
    url: 'https://example.org',
    description: isMarketCoin
      ? `${name} as the demo world has it.`
      : `${name} is made up: it exists only in the demo world.`,
    mintRedeemDescription: null,
    auditLinks: [],
    wiki: null,
    socialHandle: null,
    yieldBearing: fate === 'yield',
    delisted: fate === 'delisted',
    deprecated: fate === 'dead',
    deadFromSec: endDay === undefined ? null : firstDaySec + endDay * DAY_SEC,
  }
}
