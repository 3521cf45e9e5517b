import { blocks, prices, supplies } from '../domains/coins/facts.ts'
import { DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import type { DemoPart } from './demo-world.ts'
import { demoBlockSec, demoBlockSql } from './market/block-sql.ts'
import { demoCast } from './market/market.ts'
import { demoPriceSql } from './market/price-sql.ts'
import { demoMoments } from './market/wave-sql.ts'

const FIVE_MINUTES_SEC = 300
const HOURLY_DAYS = 30

/** Prices, supplies and blocks of the demo world. */
export const coinsDemo: DemoPart = {
  generate: async (stage, range) => {
    const cast = demoCast()
    const priced = cast.coins.filter((coin) => coin.redirect === null)
    // A running server moves on in steps of five minutes; the history behind it is hourly, then
    // daily.
    const isStep = range.toSec - range.fromSec <= DAY_SEC
    const moments = isStep
      ? demoMoments(range, FIVE_MINUTES_SEC, DAY_SEC)
      : demoMoments(range, HOUR_SEC, HOURLY_DAYS * DAY_SEC)
    const latest = `SELECT toUInt32(${range.toSec}) AS atSec`
    const list = priced
      .map(({ coin, priceUsd, volatility }) => `('${coin}', ${priceUsd}, ${volatility})`)
      .join(', ')
    const price = `least(${demoPriceSql('coin', 'base', 'volatility')}, 1e9)`
    await stage.insertSelect(
      prices,
      `SELECT coin, atSec, ${price} AS priceUsd, toNullable(0.99) AS confidence
       FROM values('coin String, base Float64, volatility Float64', ${list}) AS market
       CROSS JOIN (SELECT DISTINCT atSec FROM (${moments} UNION ALL ${latest})) AS moment`,
    )
    const held = cast.coins
      .filter((coin) => coin.supply > 0)
      .map(({ coin, supply }) => `('${coin}', ${supply})`)
    await stage.insertSelect(
      supplies,
      `SELECT coin, atSec, circulating FROM values('coin String, circulating Float64', ${held.join(', ')}) AS issued
       CROSS JOIN (${demoMoments(range, DAY_SEC, HOURLY_DAYS * DAY_SEC)}) AS moment`,
    )
    const producers = cast.chains.map((key) => `('${key}', ${demoBlockSec(key)})`)
    await stage.insertSelect(
      blocks,
      `SELECT chain, atSec, ${demoBlockSql('blockSec')} AS height
       FROM values('chain String, blockSec Float64', ${producers.join(', ')}) AS producer
       CROSS JOIN (${demoMoments(range, isStep ? FIVE_MINUTES_SEC : HOUR_SEC, 800 * DAY_SEC)}) AS moment`,
    )
  },
}
